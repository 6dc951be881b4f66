import type { OwedDelivery, ReplayProgress, ReplaySpacing } from "@hooklane/core";
import type pg from "pg";
import { inTransaction } from "../pools/in-transaction.ts";
import { countWaiting, feedReplays, type ReplayJobRow, type ReplaySubscription } from "./feed-replays.ts";
import { endReplays, hasMovingReplays, holdReplays, releaseReplays } from "./open-replays.ts";
import { completeIfDone, finalOf, type ReplayJobRecord, replayJobSelect } from "./replay-job.ts";
import { countSelection } from "./replay-selection.ts";

/** Rows looked at per transaction while a job is counted. */
const COUNT_SCAN = 20_000;
/** Rows ended, held or released per transaction. */
const BATCH = 1_000;

const MOVING_MS = 1_000;
const FEED_MS = 2_000;
const PAUSED_LANE_MS = 5_000;
const MAX_FINISH_MS = 10_000;
/** The rate is measured over at least this long. */
const MEASURE_MS = 1_000;
/** Share of the newest measurement in the rate that is shown. */
const RATE_WEIGHT = 0.3;

/** What a job's tenant may use. */
export type TenantPlan = Pick<ReplaySubscription, "plan" | "planOverride">;

/** The decisions of a replay, which are core's. */
export interface ReplayRules {
  owed(subscription: ReplaySubscription & { state: ReplayJobRow["subscriptionState"] }, createdMs: number): OwedDelivery;
  /** What to take the lane's pace for before anything was seen of it, per second. */
  firstPace(subscription: ReplaySubscription, nowMs: number): number;
  nextPace(pacePerS: number, progress: ReplayProgress, of: TenantPlan): number;
  /** How many rows may be queued ahead of a lane of this pace. */
  ahead(pacePerS: number): number;
  /** How many of its deliveries a job may have open, waiting retries included. */
  maxOpen(of: TenantPlan): number;
  /** What a job of a chosen rate may make now, and when it is due. */
  spacing(maxPerS: number, nextDueMs: number | null, nowMs: number): ReplaySpacing;
}

export type ReplayStep =
  /** Overtaken by a newer chain of steps, or over: this one ends. */
  | { kind: "ended" }
  /** At once; `shards` got work. */
  | { kind: "more"; shards: number[] }
  | { kind: "wait"; waitMs: number; shards: number[] };

const ENDED: ReplayStep = { kind: "ended" };
const more = (...shards: number[]): ReplayStep => ({ kind: "more", shards });
const wait = (waitMs: number, ...shards: number[]): ReplayStep => ({ kind: "wait", waitMs, shards });

/**
 * One short transaction of a bulk replay, whatever state it is in: counts on, queues on as far ahead as the lane may be fed, holds, releases or ends what is
 * pending, or finds that everything is final. Replays, their deliveries and the job's cursor commit together, so a crash costs nothing but the step.
 * @param step the step of the chain that asks
 */
export async function advanceReplay(pool: pg.Pool, jobId: string, step: number, nowMs: number, rules: ReplayRules): Promise<ReplayStep> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ReplayJobRow>(select, [jobId, step]);
    const [job] = rows;
    return job ? advance(client, job, nowMs, rules) : ENDED;
  });
}

const select = `${replayJobSelect(
  `s.state AS "subscriptionState", s.shard, s.ordered, s.mode, s.retry_policy AS "retryPolicy", t.plan, t.plan_override AS "planOverride", l.state AS "lane", `,
  "JOIN subscriptions s ON s.id = j.subscription_id JOIN tenants t ON t.id = s.tenant_id LEFT JOIN lane_states l ON l.subscription_id = s.id",
)} WHERE j.id = $1 AND j.step = $2 AND j.finished_at IS NULL FOR UPDATE OF j`;

function advance(client: pg.ClientBase, job: ReplayJobRow, nowMs: number, rules: ReplayRules): Promise<ReplayStep> {
  switch (job.state) {
    case "queued":
      return count(client, job);
    case "running":
      return feed(client, job, nowMs, rules);
    case "paused":
      return hold(client, job, nowMs);
    case "cancelled":
      return cancel(client, job, nowMs);
    default:
      return Promise.resolve(ENDED);
  }
}

async function count(client: pg.ClientBase, job: ReplayJobRow): Promise<ReplayStep> {
  if (isStopped(job)) return fail(client, job);
  const { n, cursorId } = await countSelection(client, job, job.cursorId ?? undefined, COUNT_SCAN);
  await client.query(
    `UPDATE replay_jobs SET selected = selected + $2, cursor_id = $3, touched_at = now(),
       state = CASE WHEN $3::uuid IS NULL THEN 'running' ELSE state END, started_at = CASE WHEN $3::uuid IS NULL THEN now() END
     WHERE id = $1`,
    [job.id, n, cursorId ?? null],
  );
  return more();
}

async function feed(client: pg.ClientBase, job: ReplayJobRow, nowMs: number, rules: ReplayRules): Promise<ReplayStep> {
  if (job.held) {
    if ((await releaseReplays(client, nowMs, job.id, BATCH)) < BATCH)
      await client.query("UPDATE replay_jobs SET held = false, touched_at = now() WHERE id = $1", [job.id]);
    return more(job.shard);
  }
  if (await completeIfDone(client, job)) return ENDED;
  if (isStopped(job)) return fail(client, job);
  const pacePerS = job.pacePerS ?? rules.firstPace(job, nowMs);
  const mayAhead = rules.ahead(Math.min(pacePerS, job.maxPerS ?? pacePerS));
  const waiting = await countWaiting(client, nowMs, job, mayAhead);
  await measure(client, job, nowMs, pacePerS, waiting > 0, rules);
  if (job.fedMs !== null) return wait(untilFinal(job));
  if (job.subscriptionState === "paused") return wait(PAUSED_LANE_MS);
  const spacing = job.maxPerS === null ? undefined : rules.spacing(job.maxPerS, job.nextDueMs, nowMs);
  const allowance = Math.min(mayAhead - waiting, rules.maxOpen(job) - (job.queued - finalOf(job)), spacing?.n ?? Number.POSITIVE_INFINITY);
  if (allowance <= 0) return wait(FEED_MS);
  const owed = rules.owed({ ...job, state: job.subscriptionState }, nowMs);
  const { queued } = await feedReplays(client, nowMs, job, owed, allowance, spacing);
  return queued > 0 ? more(job.shard) : more();
}

/** Measured once a second at most: over less, chance would decide. */
async function measure(
  client: pg.ClientBase,
  job: ReplayJobRow,
  nowMs: number,
  pacePerS: number,
  isLaneBusy: boolean,
  rules: ReplayRules,
): Promise<void> {
  const final = finalOf(job);
  const elapsedMs = job.measuredMs === null ? null : nowMs - job.measuredMs;
  if (elapsedMs !== null && elapsedMs < MEASURE_MS) return;
  const finishedPerS = elapsedMs === null ? 0 : ((final - job.measured) * 1_000) / elapsedMs;
  const next = elapsedMs === null || job.fedMs !== null ? pacePerS : rules.nextPace(pacePerS, { finishedPerS, isLaneBusy }, job);
  const rate = job.ratePerS === 0 ? finishedPerS : job.ratePerS + RATE_WEIGHT * (finishedPerS - job.ratePerS);
  await client.query(
    "UPDATE replay_jobs SET pace_per_s = $2, rate_per_s = $3, measured = $4, measured_at = to_timestamp($5::float8 / 1000), touched_at = now() WHERE id = $1",
    [job.id, next, elapsedMs === null ? job.ratePerS : rate, final, nowMs],
  );
}

/** Looks again when about half of what is open should be final. */
function untilFinal(job: ReplayJobRow): number {
  const open = job.queued - finalOf(job);
  return job.ratePerS === 0 ? MAX_FINISH_MS : Math.min(MAX_FINISH_MS, Math.max(FEED_MS, (open * 500) / job.ratePerS));
}

async function hold(client: pg.ClientBase, job: ReplayJobRow, nowMs: number): Promise<ReplayStep> {
  if (job.ordered) return ENDED;
  if ((await holdReplays(client, nowMs, job.id, BATCH)) === BATCH) return more();
  // What is in flight may yet come back as a retry
  return (await hasMovingReplays(client, nowMs, job.id)) ? wait(MOVING_MS) : ENDED;
}

async function cancel(client: pg.ClientBase, job: ReplayJobRow, nowMs: number): Promise<ReplayStep> {
  const ended = await endReplays(client, nowMs, job.id, BATCH);
  if (ended === BATCH) return more();
  if (finalOf(job) + ended < job.queued) return wait(MOVING_MS);
  await client.query("UPDATE replay_jobs SET held = false, finished_at = now(), touched_at = now() WHERE id = $1", [job.id]);
  return ENDED;
}

const isStopped = ({ subscriptionState }: ReplayJobRow): boolean => subscriptionState === "disabled" || subscriptionState === "deleted";

/** Nothing more can be queued for a subscription that is disabled or deleted; what is queued is ended by what ended the subscription. */
async function fail(client: pg.ClientBase, job: ReplayJobRecord & Pick<ReplayJobRow, "subscriptionState">): Promise<ReplayStep> {
  await client.query("UPDATE replay_jobs SET state = 'failed', failure = $2, finished_at = now(), touched_at = now() WHERE id = $1", [
    job.id,
    `subscription_${job.subscriptionState}`,
  ]);
  return ENDED;
}
