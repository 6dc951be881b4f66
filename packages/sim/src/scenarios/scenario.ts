import type { Plot } from "../report/plot.ts";
import type { Table } from "../report/table.ts";

/** What a scenario found. */
export interface Findings<Figures> {
  /** The figures that `--json` prints. */
  readonly figures: Figures;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  /** Broken invariants, in all worlds of the scenario that play core. */
  readonly violations: number;
}

/** `full` makes the tables of the documentation, `small` is for tests. */
export type Size = "full" | "small";

/** One claim about the policies, played with and without the policy in question. */
export interface Scenario<Figures> {
  readonly name: string;
  readonly claim: string;
  run(seed: number, size?: Size): Findings<Figures>;
}
