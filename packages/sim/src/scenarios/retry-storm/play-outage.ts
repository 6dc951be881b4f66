import { answering, during } from "../../endpoints/behaviours.ts";
import type { Endpoint } from "../../endpoints/endpoint.ts";
import { logNormalLatency } from "../../endpoints/latency.ts";
import { AttemptCount } from "../../measure/attempt-count.ts";
import { worldStartMs } from "../../world/timeline.ts";
import { World } from "../../world/world.ts";
import { feedEach } from "../healthy-tenants.ts";
import { watchedWorld } from "../watched-world.ts";
import type { Variant } from "./variants.ts";

const minuteMs = 60_000;
const slotMs = 10_000;
const lookMs = 5_000;
/** By then the burst that a budget saved up is spent. */
const burstSpentMs = minuteMs;

export const healthy = answering(200, logNormalLatency(40, 0.5));

export interface Outage {
  readonly variant: Variant;
  /** What the destination does instead of answering. */
  readonly failing: Endpoint;
  readonly perSecond: number;
  /** Healthy for so long, then failing, then watched at the most for so long. */
  readonly minutes: { readonly before: number; readonly failing: number; readonly after: number };
}

export interface OutageCourse {
  readonly variant: Variant;
  /** Events and retries while it failed. */
  readonly events: number;
  readonly retries: number;
  /** Attempts ÷ events while it failed. */
  readonly amplification: number;
  /** The same without the first minute. */
  readonly amplificationLater: number;
  /** Requests per second in the fullest ten seconds, from the beginning of the failure on. */
  readonly peak: number;
  /** From the end of the failure until nothing older than a moment waits; null: not while it was watched. */
  readonly recoveredS: number | null;
  /** Copies of a delivery that the receiver worked on beyond the first ÷ all events. */
  readonly duplicates: number;
  readonly dead: number;
  /** Requests per second, over slots of ten seconds. */
  readonly series: readonly (readonly [minute: number, perSecond: number])[];
  readonly violations: number;
}

/** One destination that fails for a while, and how it is treated. */
export function playOutage({ variant, failing, perSecond, minutes }: Outage, seed: number): OutageCourse {
  const failingFromMs = minutes.before * minuteMs;
  const failingUntilMs = failingFromMs + minutes.failing * minuteMs;
  const untilMs = failingUntilMs + minutes.after * minuteMs;
  const from = worldStartMs + failingFromMs;
  const until = worldStartMs + failingUntilMs;
  const endpoint = during([{ from, until, endpoint: failing }], healthy);
  const lane = { id: "lane", tenantId: "tenant", host: "host", endpoint, laneCap: 500, hostCap: 500 };
  const counts = new AttemptCount(slotMs);
  const all = { ...variant.options, seed, lanes: [lane], observers: [counts] };
  const { world, checker } = variant.isBaseline ? { world: new World(all), checker: null } : watchedWorld(all);
  feedEach(world, ["lane"], perSecond, untilMs, seed);
  let recoveredS: number | null = null;
  for (let atMs = failingUntilMs; atMs <= untilMs && recoveredS === null; atMs += lookMs) {
    world.runFor(atMs);
    const oldest = world.ledger.oldestOpen(world.lane("lane"));
    if (!oldest || world.now - oldest.createdAt < lookMs) recoveredS = (atMs - failingUntilMs) / 1_000;
  }
  // What a destination that failed was spared it gets now; watched a little longer than until that is over.
  world.runFor(Math.min(untilMs, world.now - worldStartMs + 2 * minuteMs));
  const perSlot = counts.attempts.values;
  const events = counts.accepts.sum(from, until);
  return {
    variant,
    events,
    retries: counts.retries.sum(from, until),
    amplification: counts.amplification(from, until),
    amplificationLater: counts.amplification(from + burstSpentMs, until),
    peak: (Math.max(...perSlot.slice(failingFromMs / slotMs)) * 1_000) / slotMs,
    recoveredS,
    duplicates: counts.duplicates / Math.max(1, counts.accepts.sum(worldStartMs, world.now)),
    dead: world.ledger.deadCount,
    // Of the last slot only a moment was seen.
    series: perSlot.slice(0, -1).map((count, slot) => [(slot * slotMs) / minuteMs, (count * 1_000) / slotMs] as const),
    violations: checker?.count ?? 0,
  };
}
