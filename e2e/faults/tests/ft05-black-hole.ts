import type { BehaviourSpec, ReceivedCopy } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { peakInFlight } from "../harness/copies.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import { type Lane, subscribeAll, type Tenant } from "../harness/tenant.ts";
import { compareVictims, type Phase } from "../harness/with-and-without.ts";

interface Size {
  readonly healthy: number;
  readonly holes: number;
  /** Events per second and healthy endpoint. */
  readonly eachPerSecond: number;
  /** Events per second over all sick endpoints. */
  readonly sickPerSecond: number;
  readonly phaseSeconds: number;
  readonly totalMs: number;
  readonly openMs: number;
  readonly policy: Readonly<Record<string, unknown>>;
  /** What the victims' p99 may be beside the sick: this many times what it is without them, and so many milliseconds more. */
  readonly ratio: number;
  readonly slackMs: number;
}

const sizes: { ci: Size; full: Size } = {
  ci: {
    healthy: 20,
    holes: 4,
    eachPerSecond: 2,
    sickPerSecond: 40,
    phaseSeconds: 4,
    totalMs: shortPolicy.deadline.total_ms,
    openMs: 3_000,
    policy: { ...shortPolicy, breaker: { open_ms: 3_000, max_open_ms: 6_000 } },
    // Under two hundred samples a phase, on a machine that may do other things too
    ratio: 1.5,
    slackMs: 50,
  },
  // Half of 200 events/s into the black holes, and half a minute instead of ten for each of the six phases
  full: {
    healthy: 80,
    holes: 20,
    eachPerSecond: 1,
    sickPerSecond: 100,
    phaseSeconds: 30,
    totalMs: 30_000,
    openMs: 30_000,
    policy: {},
    ratio: 1.2,
    slackMs: 5,
  },
};
/** Permits of a lane that never answered. */
const newLanePermits = 4;

/** Endpoints that never answer, answer slowly, answer 500 or drip, of one tenant, beside healthy ones of another: with and without them in turns. */
export const ft05: FaultTest = {
  id: "FT5",
  title: "black holes, slow, failing and dripping endpoints beside healthy ones",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "ci" ? sizes.ci : sizes.full;
    const healthyNames = Array.from({ length: size.healthy }, (_, i) => `healthy_${i}`);
    const holeNames = Array.from({ length: size.holes }, (_, i) => `hole_${i}`);
    const sick: Record<string, BehaviourSpec> = {
      ...Object.fromEntries(holeNames.map((name) => [name, { kind: "black_hole" }])),
      slow: { kind: "slow", delayMs: size.totalMs * 0.8 },
      error_500: { kind: "status", status: 500 },
      drip: { kind: "drip", everyMs: 200 },
    };
    const world = await open({
      policy: size.policy,
      receivers: { ...sick, ...Object.fromEntries(healthyNames.map((name) => [name, { kind: "healthy" }])) },
    });
    const victim = await world.tenant("Victim");
    const noisy = await world.tenant("Noisy");
    const victims = await subscribeAll(victim, healthyNames);
    const sickLanes = await subscribeAll(noisy, Object.keys(sick));
    const { withoutMs, besideMs, phases, seconds } = await compareVictims({
      world,
      victims: { tenant: victim, lanes: victims, ratePerSecond: size.healthy * size.eachPerSecond },
      sick: { tenant: noisy, lanes: sickLanes, ratePerSecond: size.sickPerSecond },
      phaseSeconds: size.phaseSeconds,
      totalMs: size.totalMs,
      say,
    });

    verdict.books(await settle(world, { timeoutMs: 60_000, sick: sickLanes }));
    verdict.figure("victim_p99_ms_without", withoutMs);
    verdict.atMost("victim_p99_ms_beside", besideMs, size.ratio * withoutMs + size.slackMs);
    verdict.figure("victim_p99_ratio", besideMs / withoutMs);
    const copies = world.copies();
    verdict.atMost("max_in_flight_hole", Math.max(...holeNames.map((name) => peakIn(copies, [name], phases))), newLanePermits);
    verdict.figure("sick_in_flight", peakIn(copies, Object.keys(sick), phases));
    const attempts = copies.filter(({ endpoint }) => holeNames.includes(endpoint)).length / size.holes;
    const probes = seconds / (size.openMs / 1_000) + 1;
    verdict.atMost("attempts_per_hole", attempts, newLanePermits * Math.ceil((seconds * 1_000) / size.totalMs) + probes);
    const holes = sickLanes.filter(({ endpoint }) => holeNames.includes(endpoint));
    verdict.exactly("holes_not_open", await circuitsClosed(noisy, holes), 0);
  },
};

/** The most requests that were open at these endpoints together in any of the phases. */
const peakIn = (copies: readonly ReceivedCopy[], endpoints: readonly string[], phases: readonly Phase[]): number =>
  Math.max(...phases.map(({ fromMs, toMs }) => endpoints.reduce((sum, name) => sum + peakInFlight(copies, name, fromMs, toMs), 0)));

async function circuitsClosed(tenant: Tenant, lanes: readonly Lane[]): Promise<number> {
  const states = await Promise.all(lanes.map(({ id }) => tenant.api<{ circuit_state: string }>("GET", `/v1/subscriptions/${id}/health`)));
  return states.filter(({ circuit_state }) => circuit_state === "closed").length;
}
