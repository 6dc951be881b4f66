import { readFilter } from "../../core.ts";
import { type Refusal, refuse } from "../../result.ts";

const SHOWN_PATH = 200;

/** Why a filter cannot be stored, with the path of its fault. */
export function refuseFilter(filter: Record<string, unknown> | null | undefined): Refusal | undefined {
  if (!filter) return undefined;
  const read = readFilter(filter);
  if (read.ok) return undefined;
  const path = (read.path === "" ? "filter" : `filter.${read.path}`).slice(0, SHOWN_PATH).toWellFormed();
  return refuse("unprocessable", `${path} is not valid: ${read.problem}.`, path);
}
