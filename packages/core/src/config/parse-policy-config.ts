import type { z } from "zod";
import { type PolicyConfig, policyConfigSchema } from "./policy-config.ts";

export type PolicyConfigResult =
  | { readonly ok: true; readonly config: PolicyConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The configuration when nothing is set. */
export const defaultPolicyConfig: PolicyConfig = policyConfigSchema.parse({});

/**
 * Reads the operator's JSON object over the defaults.
 *
 * @param json undefined or blank: the defaults
 * @returns the whole configuration, or every problem at once, each beginning with the path of its key
 */
export function parsePolicyConfig(json: string | undefined): PolicyConfigResult {
  if (json === undefined || json.trim() === "") return { ok: true, config: defaultPolicyConfig };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, problems: [`not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const result = policyConfigSchema.safeParse(value);
  if (result.success) return { ok: true, config: result.data };
  return { ok: false, problems: result.error.issues.flatMap(problemsOf) };
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${[...issue.path, key].join(".")}: unknown key`);
  const path = issue.path.join(".");
  return [path === "" ? issue.message : `${path}: ${issue.message}`];
}
