import { CappedPool } from "../baselines/capped-pool.ts";
import { naiveDelays, naiveRetry } from "../baselines/naive-retry.ts";
import { SharedPool } from "../baselines/shared-pool.ts";
import { blackHole } from "../endpoints/behaviours.ts";
import { InFlight } from "../measure/in-flight.ts";
import { Latencies } from "../measure/latencies.ts";
import { worldStartMs } from "../world/timeline.ts";
import { World, type WorldOptions } from "../world/world.ts";
import { feedEach, healthyTenants, isHealthyTenants } from "./healthy-tenants.ts";
import { policyOf } from "./policy-of.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const poolSize = 1_200;
const laneCap = 16;
const deadEventsPerS = 100;
const healthyCount = 50;
const healthyEventsPerS = 2;
/** The dead endpoint is dead from the first event on; measured when the first connects have timed out. */
const measuredFromMs = 30_000;
const untilMsOf = { full: 330_000, small: 120_000 };

/** Wide lanes with the plan's cap alone, and a breaker that no world can open. */
const neverOpens = { min_attempts: 100_000, timeout_count: 100_000 };
const fixedLanes = { min: laneCap, start: laneCap, sick: laneCap };

export interface BlastRadiusFigures {
  /** Share of the pool that one black hole holds, the mean over five minutes: without any policy, with a cap per lane alone… */
  readonly shared: number;
  readonly cap: number;
  /** …and with the product's policies, the cap the same. */
  readonly cap_breaker: number;
}

interface Variant {
  readonly label: string;
  readonly options: Omit<WorldOptions, "seed" | "lanes">;
  readonly isBaseline?: boolean;
  readonly hasDeadTenant?: boolean;
}

const roomy = { pool: { size: poolSize }, host: { cap: 1_000 } };
const variants = {
  without: { label: "no dead endpoint", options: { config: policyOf(roomy) }, hasDeadTenant: false },
  shared: {
    label: "shared pool, one attempt",
    isBaseline: true,
    options: { config: policyOf(roomy), makeGatekeeper: (options) => new SharedPool(options), settle: naiveRetry(1, naiveDelays.fixed) },
  },
  sharedRetrying: {
    label: "shared pool, four attempts",
    isBaseline: true,
    options: { config: policyOf(roomy), makeGatekeeper: (options) => new SharedPool(options), settle: naiveRetry(4, naiveDelays.jittered) },
  },
  cap: {
    label: `lane cap ${laneCap} and nothing else`,
    isBaseline: true,
    options: {
      config: policyOf(roomy),
      makeGatekeeper: (options) => new CappedPool(options, laneCap),
      settle: naiveRetry(4, naiveDelays.jittered),
    },
  },
  withoutBreaker: {
    label: `as shipped, but ${laneCap} fixed permits and no breaker`,
    options: { config: policyOf({ ...roomy, lane: fixedLanes, breaker: neverOpens, pool: { size: poolSize, sick_share: 1 } }) },
  },
  capBreaker: { label: `as shipped, but ${laneCap} fixed permits`, options: { config: policyOf({ ...roomy, lane: fixedLanes }) } },
  shipped: { label: "as shipped", options: { config: policyOf({ pool: { size: poolSize } }) } },
} satisfies Record<string, Variant>;

/** How much of the worker one dead endpoint takes from everybody else. */
export const blastRadius: Scenario<BlastRadiusFigures> = {
  name: "blast_radius",
  claim:
    "A black hole takes most of a shared pool, with a cap per lane no more than the cap, and with a breaker less than a third of that.",
  run(seed, size = "full"): Findings<BlastRadiusFigures> {
    const results = Object.values<Variant>(variants).map((variant) => ({ variant, ...play(variant, seed, untilMsOf[size]) }));
    const shareOf = (variant: Variant) => results.find((result) => result.variant === variant)?.share ?? 0;
    return {
      figures: { shared: shareOf(variants.shared), cap: shareOf(variants.cap), cap_breaker: shareOf(variants.capBreaker) },
      tables: [
        {
          title: `One black hole at ${deadEventsPerS}/s, connect timeout 10 s, pool ${poolSize}; ${healthyCount} healthy tenants at ${healthyEventsPerS}/s each`,
          columns: ["variant", "share of the pool, %", "most slots", "victims' p50, ms", "victims' p99, ms", "victims' deliveries"],
          rows: results.map(({ variant, share, highest, p50, p99, delivered }) => [
            variant.label,
            100 * share,
            highest,
            p50,
            p99,
            delivered,
          ]),
        },
      ],
      plots: [],
      violations: results.reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ options, isBaseline = false, hasDeadTenant = true }: Variant, seed: number, untilMs: number) {
  const from = worldStartMs + measuredFromMs;
  const dead = new InFlight(from, ({ lane }) => lane.id === "dead");
  const victims = new Latencies((delivery) => isHealthyTenants(delivery) && delivery.createdAt >= from);
  const healthy = healthyTenants(healthyCount);
  const lanes = [...healthy, { id: "dead", tenantId: "dead", host: "dead", endpoint: blackHole }];
  const all = { ...options, seed, lanes, observers: [dead, victims] };
  const { world, checker } = isBaseline ? { world: new World(all), checker: null } : watchedWorld(all);
  if (hasDeadTenant) feedEach(world, ["dead"], deadEventsPerS, untilMs, seed);
  const ids = healthy.map(({ id }) => id);
  feedEach(world, ids, healthyEventsPerS, untilMs, seed);
  world.runFor(untilMs);
  return {
    share: dead.gauge.mean(world.now) / poolSize,
    highest: dead.gauge.highest,
    p50: victims.p50,
    p99: victims.p99,
    delivered: victims.values.length,
    violations: checker?.count ?? 0,
  };
}
