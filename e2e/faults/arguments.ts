import { parseArgs } from "node:util";
import { type Profile, profiles } from "./fault-test.ts";

export interface FaultArguments {
  readonly profile: Profile;
  /** Print one JSON object as the last line of stdout, and nothing else there. */
  readonly json: boolean;
  /** Run these tests alone, whichever profiles they belong to. */
  readonly only: readonly string[];
  /** Lose a delivery and alter a payload on purpose: a test that passes all the same has not looked. */
  readonly planted: boolean;
  /** Where the JSON object is also written to. */
  readonly output: string | undefined;
}

export const usage = `usage: npm run faults -- [--profile ${profiles.join("|")}] [--json] [--only FT5]... [--output FILE] [--plant]`;

export type ParsedArguments = { readonly ok: true; readonly args: FaultArguments } | { readonly ok: false; readonly problem: string };

/** @param known ids of the tests that exist */
export function parseArguments(argv: readonly string[], known: readonly string[]): ParsedArguments {
  let values: { profile?: string; json?: boolean; only?: string[]; output?: string; plant?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        profile: { type: "string" },
        json: { type: "boolean" },
        only: { type: "string", multiple: true },
        output: { type: "string" },
        plant: { type: "boolean" },
      },
    }));
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const { profile = "ci", json = false, only = [], output, plant = false } = values;
  if (!profiles.includes(profile as Profile)) return { ok: false, problem: `no profile ${profile}; there are ${profiles.join(", ")}` };
  const unknown = only.filter((id) => !known.includes(id));
  if (unknown.length > 0) return { ok: false, problem: `no fault test ${unknown.join(", ")}; there are ${known.join(", ")}` };
  return { ok: true, args: { profile: profile as Profile, json, only, planted: plant, output } };
}
