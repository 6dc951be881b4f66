import { type LaneJudgement, observeBacklogs, readSheddingLanes, type ShedTransition, type WatchedLane } from "@hooklane/db";
import type pg from "pg";
import { resolvePlan, type ShedConfig, type ShedState, shedding } from "../core.ts";
import { shedThreshold } from "./shed-threshold.ts";
import type { SubscriptionIndex } from "./subscription-index.ts";

/** Lanes judged at a time; those that were judged the longest ago come first. */
const BATCH = 1_000;
/** Several processes watch: each lane is judged about once a second all the same. */
const MIN_AGE_MS = 900;

export interface ShedWatchParts {
  pool: pg.Pool;
  now: () => number;
  index: SubscriptionIndex;
  shed: ShedConfig;
  onTransition: (transition: ShedTransition) => void;
}

/** Judges the backlogs that are over their threshold, and tells the index which subscriptions are shedding. Called each second. */
export async function watchShedding({ pool, now, index, shed, onTransition }: ShedWatchParts): Promise<void> {
  const nowMs = now();
  const transitions = await observeBacklogs(pool, nowMs, MIN_AGE_MS, BATCH, (lane) => judge(lane, nowMs, shed));
  index.setShedding(await readSheddingLanes(pool));
  for (const transition of transitions) onTransition(transition);
}

function judge(
  { plan, planOverride, backlog, isShedding, samples, shed }: WatchedLane,
  nowMs: number,
  configured: ShedConfig,
): LaneJudgement {
  const state: ShedState = { isShedding, samples: samples as ShedState["samples"], shed };
  const next = shedding.observe(state, backlog, nowMs, shedThreshold(resolvePlan(plan, planOverride), configured));
  return shedding.isIdle(next) ? undefined : { isShedding: next.isShedding, samples: next.samples };
}
