import type { PlanField } from "@hooklane/contracts";
import type { z } from "zod";

/** Limits as they were typed: an empty one is the plan's own; what is no number is left for the rules to refuse. */
export function readOverride(texts: Partial<Record<PlanField, string>>): Partial<Record<PlanField, number>> {
  const typed = Object.entries(texts).filter(([, text]) => text.trim() !== "");
  return Object.fromEntries(typed.map(([name, text]) => [name, Number(text.replaceAll(/[\s,_]/g, ""))]));
}

/** What is wrong with a form, by dotted path. */
export function faultsOf(parsed: z.ZodSafeParseResult<unknown>): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) faults[path.join(".")] ??= message;
  return faults;
}
