import type pg from "pg";
import { completeIfDone, type ReplayJobRecord, type ReplayJobState, replayJobSelect } from "./replay-job.ts";

export type ReplayJobVerb = "cancel" | "pause" | "resume";

export type ReplayJobChange =
  | { kind: "unknown" }
  /** It is over: nothing changes any more. */
  | { kind: "ended"; state: ReplayJobState }
  /** It is as asked already. */
  | { kind: "same" }
  /** A new chain of steps begins with this one; an older chain finds itself overtaken. */
  | { kind: "changed"; from: ReplayJobState; to: ReplayJobState; step: number };

export type ReplayJobRateChange =
  | Exclude<ReplayJobChange, { kind: "changed" }>
  | { kind: "changed"; from: number | null; to: number | null; step: number };

const isEnded = (state: ReplayJobState): boolean => state === "cancelled" || state === "completed" || state === "failed";

async function lockJob(client: pg.ClientBase, tenantId: string, id: string): Promise<ReplayJobRecord | undefined> {
  const { rows } = await client.query<ReplayJobRecord>(`${replayJobSelect()} WHERE j.id = $1 AND j.tenant_id = $2 FOR UPDATE OF j`, [
    id,
    tenantId,
  ]);
  return rows[0];
}

function target(verb: ReplayJobVerb, { state, startedMs }: ReplayJobRecord): ReplayJobState | "ended" {
  if (verb === "cancel" && state === "cancelled") return "cancelled";
  if (isEnded(state)) return "ended";
  if (verb === "cancel") return "cancelled";
  if (verb === "pause") return "paused";
  if (state !== "paused") return state;
  return startedMs === null ? "queued" : "running";
}

/** Cancels, pauses or resumes a bulk replay of a tenant. What that means for its deliveries is done by the steps that follow. */
export async function changeReplayJob(client: pg.ClientBase, tenantId: string, id: string, verb: ReplayJobVerb): Promise<ReplayJobChange> {
  const job = await lockJob(client, tenantId, id);
  if (!job) return { kind: "unknown" };
  if (await completeIfDone(client, job)) return { kind: "ended", state: "completed" };
  const to = target(verb, job);
  if (to === "ended") return { kind: "ended", state: job.state };
  if (to === job.state) return { kind: "same" };
  await client.query(
    `UPDATE replay_jobs SET state = $2, step = step + 1, held = held OR $2 = 'paused', rate_per_s = 0, measured_at = NULL, touched_at = now() WHERE id = $1`,
    [id, to],
  );
  return { kind: "changed", from: job.state, to, step: job.step + 1 };
}

/**
 * Gives a tenant's bulk replay another rate, or none of its own; what is made already keeps the times that it has. The step that begins with it looks at the lane
 * anew.
 * @param maxPerS deliveries per second; null: as fast as the lane allows
 */
export async function changeReplayRate(
  client: pg.ClientBase,
  tenantId: string,
  id: string,
  maxPerS: number | null,
): Promise<ReplayJobRateChange> {
  const job = await lockJob(client, tenantId, id);
  if (!job) return { kind: "unknown" };
  if (await completeIfDone(client, job)) return { kind: "ended", state: "completed" };
  if (isEnded(job.state)) return { kind: "ended", state: job.state };
  if (job.maxPerS === maxPerS) return { kind: "same" };
  await client.query(
    "UPDATE replay_jobs SET max_per_s = $2, pace_per_s = NULL, measured_at = NULL, step = step + 1, touched_at = now() WHERE id = $1",
    [id, maxPerS],
  );
  return { kind: "changed", from: job.maxPerS, to: maxPerS, step: job.step + 1 };
}

/** Passes the work on to the next step of the chain. @returns its number; undefined when the chain was overtaken */
export async function nextReplayStep(client: pg.ClientBase, id: string, step: number): Promise<number | undefined> {
  const { rows } = await client.query<{ step: number }>(
    "UPDATE replay_jobs SET step = step + 1, touched_at = now() WHERE id = $1 AND step = $2 AND finished_at IS NULL RETURNING step",
    [id, step],
  );
  return rows[0]?.step;
}

/** Unfinished jobs whose chain of steps has not moved for a while, each given its next step. */
export async function reviveReplayJobs(client: pg.ClientBase, silentMs: number, limit: number): Promise<{ id: string; step: number }[]> {
  const { rows } = await client.query<{ id: string; step: number }>(
    `UPDATE replay_jobs SET step = step + 1, touched_at = now() WHERE id IN (
       SELECT id FROM replay_jobs WHERE finished_at IS NULL AND state <> 'paused' AND touched_at < now() - $1::float8 * interval '1 ms'
       ORDER BY touched_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) RETURNING id, step`,
    [silentMs, limit],
  );
  return rows;
}
