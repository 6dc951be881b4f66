import { answering } from "../../endpoints/behaviours.ts";
import { constantLatency } from "../../endpoints/latency.ts";
import { AttemptCount } from "../../measure/attempt-count.ts";
import type { Delivery } from "../../world/delivery.ts";
import type { LaneSpec } from "../../world/lane-spec.ts";
import { worldStartMs } from "../../world/timeline.ts";
import { World } from "../../world/world.ts";
import { feedEach } from "../healthy-tenants.ts";
import { watchedWorld } from "../watched-world.ts";
import { healthy } from "./play-outage.ts";
import type { Variant } from "./variants.ts";

const slotMs = 10_000;
/** Retries reach their usual rate, and a budget's burst is spent. */
const measuredFromMs = 120_000;

export interface FailingFew {
  readonly destinations: number;
  readonly failing: number;
  readonly perSecondEach: number;
  readonly minutes: number;
}

export interface FailingFewShares {
  readonly variant: Variant;
  /** Attempts at the destinations that fail ÷ all events: what their share of the traffic has become. */
  readonly ofEvents: number;
  /** …÷ all attempts. */
  readonly ofAttempts: number;
  readonly violations: number;
}

/** Many destinations, a few of which fail all the time. */
export function playFailingFew(
  variant: Variant,
  { destinations, failing, perSecondEach, minutes }: FailingFew,
  seed: number,
): FailingFewShares {
  const broken = answering(503, constantLatency(10));
  const lanes: LaneSpec[] = Array.from({ length: destinations }, (_, index) => ({
    id: `${index < failing ? "failing" : "healthy"}${index}`,
    tenantId: `tenant${index}`,
    host: `host${index}`,
    endpoint: index < failing ? broken : healthy,
  }));
  const isFailing = ({ lane }: Delivery) => lane.id.startsWith("failing");
  const [atFailing, all] = [new AttemptCount(slotMs, isFailing), new AttemptCount(slotMs)];
  const options = { ...variant.options, seed, lanes, observers: [atFailing, all] };
  const { world, checker } = variant.isBaseline ? { world: new World(options), checker: null } : watchedWorld(options);
  const untilMs = minutes * 60_000;
  const ids = lanes.map(({ id }) => id);
  feedEach(world, ids, perSecondEach, untilMs, seed);
  world.runFor(untilMs);
  const [from, until] = [worldStartMs + measuredFromMs, world.now];
  const attempts = atFailing.attempts.sum(from, until);
  return {
    variant,
    ofEvents: attempts / all.accepts.sum(from, until),
    ofAttempts: attempts / all.attempts.sum(from, until),
    violations: checker?.count ?? 0,
  };
}
