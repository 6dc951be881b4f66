import type pg from "pg";
import type { ReplaySelection } from "./replay-selection.ts";

export type ReplayJobState = "queued" | "running" | "paused" | "cancelled" | "completed" | "failed";

/** A bulk replay with its counts. */
export interface ReplayJobRecord extends ReplaySelection {
  id: string;
  tenantId: string;
  state: ReplayJobState;
  /** Why it failed. */
  failure: string | null;
  step: number;
  cursorId: string | null;
  held: boolean;
  /** How many deliveries it is for: counted while it is queued, and set right when the last of them has been queued. */
  selected: number;
  /** How many of them have their new delivery. */
  queued: number;
  delivered: number;
  dead: number;
  /** Ended by a cancellation before they were sent. */
  cancelled: number;
  pacePerS: number | null;
  /** The rate that was chosen for it, per second; null: as fast as the lane allows. */
  maxPerS: number | null;
  /** With a chosen rate: when its next delivery is due at the earliest. */
  nextDueMs: number | null;
  /** Deliveries that became final, per second, lately. */
  ratePerS: number;
  measured: number;
  measuredMs: number | null;
  startedMs: number | null;
  /** Since when all selected have their new delivery. */
  fedMs: number | null;
  finishedMs: number | null;
}

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

export const replayJobSelect = (more = "", joins = ""): string => `
  SELECT ${more}j.id, j.tenant_id AS "tenantId", j.subscription_id AS "subscriptionId", j.state, j.failure, j.step, j.cursor_id AS "cursorId", j.held,
    ${ms("j.since")} AS "sinceMs", ${ms("j.until")} AS "untilMs", j.types, j.states, j.selected, j.queued,
    coalesce(c.delivered, 0) AS delivered, coalesce(c.dead, 0) AS dead, coalesce(c.cancelled, 0) AS cancelled,
    j.pace_per_s AS "pacePerS", j.max_per_s AS "maxPerS", ${ms("j.next_due_at")} AS "nextDueMs", j.rate_per_s AS "ratePerS", j.measured, ${ms("j.measured_at")} AS "measuredMs", ${ms("j.created_at")} AS "createdMs",
    ${ms("j.started_at")} AS "startedMs", ${ms("j.fed_at")} AS "fedMs", ${ms("j.finished_at")} AS "finishedMs"
  FROM replay_jobs j LEFT JOIN replay_counts c ON c.job_id = j.id ${joins}`;

/** A job of a tenant; undefined for an unknown id and for another tenant's alike. */
export async function readReplayJob(db: pg.Pool | pg.ClientBase, tenantId: string, id: string): Promise<ReplayJobRecord | undefined> {
  const { rows } = await db.query<ReplayJobRecord>(`${replayJobSelect()} WHERE j.id = $1 AND j.tenant_id = $2`, [id, tenantId]);
  return rows[0];
}

export interface ReplayJobFilter {
  subscriptionId?: string;
  /** Continue below this id: the last of the page before. */
  beforeId?: string;
  limit: number;
}

/** A tenant's jobs, newest first; one more than the limit, by which the caller knows whether there is more. */
export async function listReplayJobs(pool: pg.Pool, tenantId: string, filter: ReplayJobFilter): Promise<ReplayJobRecord[]> {
  const values: unknown[] = [tenantId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const where = ["j.tenant_id = $1"];
  if (filter.subscriptionId) where.push(`j.subscription_id = ${add(filter.subscriptionId)}`);
  if (filter.beforeId) where.push(`j.id < ${add(filter.beforeId)}::uuid`);
  const { rows } = await pool.query<ReplayJobRecord>(
    `${replayJobSelect()} WHERE ${where.join(" AND ")} ORDER BY j.id DESC LIMIT ${add(filter.limit + 1)}`,
    values,
  );
  return rows;
}

/** Deliveries that are final, whatever became of them. */
export const finalOf = ({ delivered, dead, cancelled }: ReplayJobRecord): number => delivered + dead + cancelled;

/** All that was selected is queued, and final: the job is over, though its next step may still have to write it down. */
export const isDone = (job: ReplayJobRecord): boolean =>
  (job.state === "running" || job.state === "paused") && job.fedMs !== null && finalOf(job) >= job.queued;

/** @returns whether the job, locked by this transaction, is over and was marked as completed */
export async function completeIfDone(client: pg.ClientBase, job: ReplayJobRecord): Promise<boolean> {
  if (!isDone(job)) return false;
  await client.query("UPDATE replay_jobs SET state = 'completed', held = false, finished_at = now(), touched_at = now() WHERE id = $1", [
    job.id,
  ]);
  return true;
}

/** Writes down that a job which {@link isDone} is over: once it is, it stays so. */
export async function completeReplayJob(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `UPDATE replay_jobs SET state = 'completed', held = false, finished_at = now(), touched_at = now()
     WHERE id = $1 AND state IN ('running', 'paused') AND fed_at IS NOT NULL`,
    [id],
  );
}
