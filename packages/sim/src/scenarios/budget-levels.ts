import { BudgetedPool } from "../baselines/budgeted-pool.ts";
import { SharedBudget } from "../baselines/shared-budget.ts";
import { answering, mixed } from "../endpoints/behaviours.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import { mean, percentile } from "../measure/percentile.ts";
import type { Observer } from "../world/observer.ts";
import { World, type WorldOptions } from "../world/world.ts";
import { feedEach } from "./healthy-tenants.ts";
import { policyOf } from "./policy-of.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const untilMsOf = { full: 15 * 60_000, small: 5 * 60_000 };
const failingPerS = 50;
const healthyPerS = 5;

export interface BudgetLevelsFigures {
  /** How long a healthy tenant's retry waits beyond its own back-off, the mean in seconds, beside a tenant that only fails. */
  readonly wait_s_shared: number;
  readonly wait_s_levels: number;
}

interface Variant {
  readonly label: string;
  readonly isBaseline?: boolean;
  readonly options: Omit<WorldOptions, "seed" | "lanes">;
}

// The budgets alone: with a breaker the failing tenant would soon send nothing, and no budget would be asked.
const config = policyOf({ pool: { size: 2_000 } });
const variants: readonly Variant[] = [
  { label: "one budget for all", isBaseline: true, options: { config, makeGatekeeper: (options) => new SharedBudget(options) } },
  { label: "lane, host and fleet", isBaseline: true, options: { config, makeGatekeeper: (options) => new BudgetedPool(options) } },
  { label: "as shipped", options: {} },
];

/** One tenant's failures must not spend another one's retries. */
export const budgetLevels: Scenario<BudgetLevelsFigures> = {
  name: "budget_levels",
  claim: "Beside a tenant that only fails, a healthy one's rare retry waits for its back-off alone.",
  run(seed, size = "full"): Findings<BudgetLevelsFigures> {
    const results = variants.map((variant) => ({ variant, ...play(variant, seed, untilMsOf[size]) }));
    return {
      figures: { wait_s_shared: mean(results[0]?.waitsS ?? []), wait_s_levels: mean(results[1]?.waitsS ?? []) },
      tables: [
        {
          title: `Retries of a healthy tenant (${healthyPerS}/s, 1 % fail) beside one that only fails (${failingPerS}/s)`,
          columns: ["budget", "retries made", "mean wait, s", "p99 wait, s", "longest, s", "still waiting"],
          rows: results.map(({ variant, waitsS, waiting }) => [
            variant.label,
            waitsS.length,
            mean(waitsS),
            percentile(waitsS, 0.99),
            percentile(waitsS, 1),
            waiting,
          ]),
        },
      ],
      plots: [],
      violations: results.reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ isBaseline = false, options }: Variant, seed: number, untilMs: number) {
  const ok = answering(200, logNormalLatency(50, 0.5));
  const failing = answering(500, logNormalLatency(30, 0.5));
  const lanes = [
    { id: "failing", tenantId: "failing", host: "failing", endpoint: failing },
    { id: "healthy", tenantId: "healthy", host: "healthy", endpoint: mixed(ok, failing, 0.01) },
  ];
  const waitsS: number[] = [];
  const dueAt = new Map<number, number>();
  const measuring: Observer = {
    settled({ delivery }, settlement) {
      if (settlement.state === "pending" && delivery.lane.id === "healthy") dueAt.set(delivery.id, settlement.nextAttemptAt);
    },
    began({ delivery }, now) {
      const due = dueAt.get(delivery.id);
      if (due === undefined) return;
      waitsS.push((now - due) / 1_000);
      dueAt.delete(delivery.id);
    },
  };
  const all = { ...options, seed, lanes, observers: [measuring] };
  const { world, checker } = isBaseline ? { world: new World(all), checker: null } : watchedWorld(all);
  feedEach(world, ["failing"], failingPerS, untilMs, seed);
  feedEach(world, ["healthy"], healthyPerS, untilMs, seed);
  world.runFor(untilMs);
  for (const due of dueAt.values()) if (world.now > due + 2_000) waitsS.push((world.now - due) / 1_000);
  const waiting = [...dueAt.values()].filter((due) => world.now > due + 2_000).length;
  return { waitsS, waiting, violations: checker?.count ?? 0 };
}
