import { type Plan, plans } from "@hooklane/core";
import { naiveDelays, naiveRetry } from "../../baselines/naive-retry.ts";
import { SharedPool } from "../../baselines/shared-pool.ts";
import { answering, blackHole } from "../../endpoints/behaviours.ts";
import type { Endpoint } from "../../endpoints/endpoint.ts";
import { logNormalLatency } from "../../endpoints/latency.ts";
import { InFlight } from "../../measure/in-flight.ts";
import { Latencies } from "../../measure/latencies.ts";
import type { GatekeeperOptions } from "../../world/gatekeeper.ts";
import { poisson, produce } from "../../world/producer.ts";
import { oneOf, randomStream } from "../../world/random-stream.ts";
import { worldStartMs } from "../../world/timeline.ts";
import { World } from "../../world/world.ts";
import { feedEach, healthyTenants, isHealthyTenants } from "../healthy-tenants.ts";
import { policyOf } from "../policy-of.ts";
import type { Findings, Scenario, Size } from "../scenario.ts";
import { watchedWorld } from "../watched-world.ts";
import { blackHolesTable, playBlackHoles } from "./black-holes.ts";

const noisyOf = { full: { endpoints: 5_000, eventsPerS: 400 }, small: { endpoints: 500, eventsPerS: 200 } };
const victims = 50;
const victimEventsPerS = 1;
const poolSize = 500;
const fewPermits = [2, 3, 4, 5];
const measuredFromMs = 60_000;
const untilMsOf = { full: 300_000, small: 150_000 };

export interface NoisyTenantFigures {
  /** Share of the pool that one tenant with 5,000 dead endpoints holds, the mean over four minutes. */
  readonly pool_share: number;
  /** 99th percentile of accept to answer of the other tenants. */
  readonly victim_wait_ms: number;
}

interface Variant {
  readonly label: string;
  readonly endpoint: Endpoint | null;
  readonly plan?: Plan;
  readonly isBaseline?: boolean;
}

const flooding = answering(200, logNormalLatency(400, 0.5));
const variants: readonly Variant[] = [
  { label: "no noisy tenant", endpoint: null },
  { label: "shared pool, dead endpoints", endpoint: blackHole, isBaseline: true },
  // The smallest plan that allows so many subscriptions lets one tenant have as much in flight as one worker has at all.
  { label: "dead endpoints, plan team", endpoint: blackHole, plan: plans.team },
  { label: "dead endpoints, 50 in flight by plan", endpoint: blackHole, plan: plans.free },
  { label: "flooding endpoints, plan team", endpoint: flooding, plan: plans.team },
];

/** A tenant with very many endpoints is one tenant. */
export const noisyTenant: Scenario<NoisyTenantFigures> = {
  name: "noisy_tenant",
  claim: "5,000 dead or flooding endpoints of one tenant take no more than a tenant's part of the worker, and the others do not wait.",
  run(seed, size = "full"): Findings<NoisyTenantFigures> {
    const results = variants.map((variant) => ({ variant, ...play(variant, seed, size) }));
    const opened = fewPermits.map((permits) => playBlackHoles(permits, seed));
    const dead = results[2] as (typeof results)[number];
    return {
      figures: { pool_share: dead.share, victim_wait_ms: dead.p99 },
      tables: [
        {
          title: `One tenant with ${noisyOf[size].endpoints} endpoints (${noisyOf[size].eventsPerS} events/s) beside ${victims} tenants with one each, pool ${poolSize}`,
          columns: ["variant", "share of the pool, %", "most slots", "victims' p50, ms", "victims' p99, ms", "victims' deliveries"],
          rows: results.map(({ variant, share, highest, p50, p99, delivered }) => [
            variant.label,
            100 * share,
            highest,
            delivered > 0 ? p50 : "none came",
            delivered > 0 ? p99 : "none came",
            delivered,
          ]),
        },
        blackHolesTable(opened),
      ],
      plots: [],
      violations: [...results, ...opened].reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ endpoint, plan = plans.team, isBaseline = false }: Variant, seed: number, size: Size) {
  const { endpoints, eventsPerS } = noisyOf[size];
  const untilMs = untilMsOf[size];
  const from = worldStartMs + measuredFromMs;
  const noisy = new InFlight(from, ({ lane }) => lane.tenantId === "noisy");
  const waits = new Latencies((delivery) => isHealthyTenants(delivery) && delivery.createdAt >= from);
  const healthy = healthyTenants(victims);
  const noisyLanes = Array.from({ length: endpoints }, (_, index) => ({
    id: `noisy${index}`,
    tenantId: "noisy",
    host: `noisy host ${index}`,
    endpoint: endpoint ?? flooding,
    plan,
  }));
  const options = { seed, config: policyOf({ pool: { size: poolSize } }), lanes: [...healthy, ...noisyLanes], observers: [noisy, waits] };
  const baseline = {
    ...options,
    makeGatekeeper: (gatekeeper: GatekeeperOptions) => new SharedPool(gatekeeper),
    settle: naiveRetry(4, naiveDelays.jittered),
  };
  const { world, checker } = isBaseline ? { world: new World(baseline), checker: null } : watchedWorld(options);
  const random = randomStream(seed, "noise");
  const lanes = noisyLanes.map(({ id }) => world.lane(id));
  if (endpoint) produce(world, { arrivals: poisson(eventsPerS), random, lanes: () => [oneOf(random, lanes)], untilMs });
  feedEach(
    world,
    healthy.map(({ id }) => id),
    victimEventsPerS,
    untilMs,
    seed,
  );
  world.runFor(untilMs);
  return {
    share: noisy.gauge.mean(world.now) / poolSize,
    highest: noisy.gauge.highest,
    p50: waits.p50,
    p99: waits.p99,
    delivered: waits.values.length,
    violations: checker?.count ?? 0,
  };
}
