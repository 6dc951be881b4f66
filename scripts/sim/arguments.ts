import { parseArgs } from "node:util";

export interface SimArguments {
  /** Print one JSON object as the last line, and nothing else on stdout. */
  readonly json: boolean;
  /** Write the tables and plots into the documentation, between the prose that stands there. */
  readonly docs: boolean;
  /** Random worlds to play, from `from` on. */
  readonly seeds: number;
  readonly from: number;
  /** Play this one random world and print its transcript. */
  readonly trace: number | undefined;
  /** Play these scenarios alone; all when empty. */
  readonly only: readonly string[];
}

export const usage = `usage: npm run sim -- [--json] [--docs] [--seeds N] [--from SEED] [--only NAME]... [--trace SEED]

  --json         the last line is one object with the figures, and the only one on stdout
  --docs         write what was played into docs/simulations.md and its plots
  --seeds N      random worlds to play (500)
  --from SEED    the first of them (1)
  --only NAME    play this scenario, and no random world unless --seeds is given
  --trace SEED   print everything that happens in one random world`;

export type ParsedArguments = { readonly ok: true; readonly args: SimArguments } | { readonly ok: false; readonly problem: string };

export function parseArguments(argv: readonly string[]): ParsedArguments {
  let values: { json?: boolean; docs?: boolean; seeds?: string; from?: string; trace?: string; only?: string[] };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        json: { type: "boolean" },
        docs: { type: "boolean" },
        seeds: { type: "string" },
        from: { type: "string" },
        trace: { type: "string" },
        only: { type: "string", multiple: true },
      },
    }));
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const only = values.only ?? [];
  const numbers = { seeds: values.seeds ?? (only.length > 0 ? "0" : "500"), from: values.from ?? "1", trace: values.trace ?? "0" };
  for (const [name, text] of Object.entries(numbers)) {
    if (!/^\d{1,9}$/.test(text)) return { ok: false, problem: `--${name} must be a whole number, not ${text}` };
  }
  return {
    ok: true,
    args: {
      json: values.json ?? false,
      docs: values.docs ?? false,
      seeds: Number(numbers.seeds),
      from: Number(numbers.from),
      trace: values.trace === undefined ? undefined : Number(numbers.trace),
      only,
    },
  };
}
