import type { OwedBy, OwedDelivery, ReplaySpacing, StoredLane } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { openBounds } from "../partitions/bounds.ts";
import { insertReplays } from "./insert-replays.ts";
import type { ReplayJobRecord } from "./replay-job.ts";
import { readSelection, type SelectedDelivery } from "./replay-selection.ts";

/** Deliveries written per transaction, and rows looked at for them. */
const BATCH = 1_000;
const SCAN = 2_000;

/** The subscription that a job replays to, as it is now. */
export interface ReplaySubscription extends Omit<OwedBy, "windowMs" | "state"> {
  shard: number;
  plan: string;
  /** What staff changed of the plan; unchecked. */
  planOverride: unknown;
  retryPolicy: Record<string, unknown>;
  /** What the lane's owner stored last; null when nothing was. */
  lane: StoredLane | null;
}

export type ReplayJobRow = ReplayJobRecord & ReplaySubscription & { subscriptionState: OwedBy["state"] };

/** How many rows of the lane wait for their first attempt as backlog, at most `limit`: what a replay has queued ahead of it. */
export async function countWaiting(client: pg.ClientBase, nowMs: number, job: ReplayJobRow, limit: number): Promise<number> {
  const { from, to } = openBounds(nowMs);
  const rows = job.ordered
    ? "d.subscription_id = $1 AND d.sequence IS NOT NULL AND d.state IN ('pending', 'inflight') AND $2::smallint IS NOT NULL"
    : `d.state = 'pending' AND d.shard = $2 AND d.subscription_id = $1 AND d.class = 'catch_up' COLLATE "C"`;
  const { rows: counted } = await client.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM (SELECT FROM deliveries d WHERE ${rows} AND d.id >= $3::uuid AND d.id < $4::uuid LIMIT $5) w`,
    [job.subscriptionId, job.shard, from, to, Math.max(limit, 1)],
  );
  return counted[0]?.n ?? 0;
}

/**
 * Queues the next of a job's deliveries, at most `allowance`, and moves its cursor, in the transaction that has locked the job.
 * @param spacing of a job that has a rate of its own
 * @returns whether there may be more to queue
 */
export async function feedReplays(
  client: pg.ClientBase,
  nowMs: number,
  job: ReplayJobRow,
  owed: OwedDelivery,
  allowance: number,
  spacing: ReplaySpacing | undefined,
): Promise<{ queued: number; isFed: boolean }> {
  const page = await readSelection(client, job, job.cursorId ?? undefined, Math.min(allowance, BATCH), SCAN);
  const sources = await lockSources(client, job, page.rows);
  const queued = await insertReplays(client, {
    jobId: job.id,
    subscription: { id: job.subscriptionId, shard: job.shard },
    createdMs: nowMs,
    owed,
    spacing,
    sources,
    replayIdOf: (sourceId) => deliveryId(nowMs, job.id, sourceId),
  });
  const isFed = page.cursorId === undefined;
  const nextDueMs = spacing && queued > 0 ? Math.ceil(spacing.firstDueMs + sources.length * spacing.everyMs) : null;
  // What was counted and is not there any more was replayed by somebody else meanwhile: it is not this job's, and leaves its books
  await client.query(
    `UPDATE replay_jobs SET queued = queued + $2, cursor_id = coalesce($3, cursor_id), touched_at = now(),
       selected = CASE WHEN $4 THEN queued + $2 ELSE greatest(selected, queued + $2) END, fed_at = CASE WHEN $4 THEN now() END,
       next_due_at = coalesce(to_timestamp($5::float8 / 1000), next_due_at)
     WHERE id = $1`,
    [job.id, queued, page.cursorId ?? null, isFed, nextDueMs],
  );
  return { queued, isFed };
}

/** Locks what is to be replayed and leaves out what somebody else has replayed since it was read. */
async function lockSources(client: pg.ClientBase, job: ReplayJobRow, rows: readonly SelectedDelivery[]): Promise<SelectedDelivery[]> {
  if (rows.length === 0) return [];
  const { rows: locked } = await client.query<{ id: string }>(
    `SELECT d.id FROM deliveries d WHERE d.id = ANY($1::uuid[])
       AND d.replayed_by IS NULL AND d.state = ANY($2::text[]) ORDER BY d.id FOR UPDATE`,
    [rows.map(({ id }) => id), job.states],
  );
  const free = new Set(locked.map(({ id }) => id));
  return rows.filter(({ id }) => free.has(id));
}
