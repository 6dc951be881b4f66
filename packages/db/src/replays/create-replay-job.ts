import { createHash } from "node:crypto";
import type pg from "pg";
import { completeIfDone, type ReplayJobRecord, replayJobSelect } from "./replay-job.ts";
import type { ReplaySelection } from "./replay-selection.ts";

const OPEN = "state IN ('queued', 'running', 'paused')";

export interface NewReplayJob extends Omit<ReplaySelection, "createdMs"> {
  id: string;
  tenantId: string;
  /** The rate that was chosen, deliveries per second; null: as fast as the lane allows. */
  maxPerS: number | null;
}

/**
 * Makes a bulk replay, to be worked off by a chain of steps that begins with step 0. While one with the same filter is open, that one is the answer: a double
 * click makes one, of the rate that was chosen first.
 */
export async function createReplayJob(client: pg.ClientBase, job: NewReplayJob): Promise<{ id: string; isNew: boolean }> {
  const types = [...new Set(job.types)].sort();
  const states = [...new Set(job.states)].sort();
  const hash = createHash("sha256")
    .update(JSON.stringify([job.sinceMs, job.untilMs, types, states]))
    .digest();
  for (;;) {
    const { rowCount } = await client.query(
      `INSERT INTO replay_jobs (id, tenant_id, subscription_id, since, until, types, states, filter_hash, max_per_s)
       VALUES ($1, $2, $3, $4, $5, $6::text[], $7::text[], $8, $9) ON CONFLICT (subscription_id, filter_hash) WHERE ${OPEN} DO NOTHING`,
      [job.id, job.tenantId, job.subscriptionId, new Date(job.sinceMs), new Date(job.untilMs), types, states, hash, job.maxPerS],
    );
    if (rowCount) return { id: job.id, isNew: true };
    const { rows } = await client.query<ReplayJobRecord>(
      `${replayJobSelect()} WHERE j.subscription_id = $1 AND j.filter_hash = $2 AND j.${OPEN} FOR UPDATE OF j`,
      [job.subscriptionId, hash],
    );
    // One that is over, or ended just now, is no longer in the way of the next
    if (rows[0] && !(await completeIfDone(client, rows[0]))) return { id: rows[0].id, isNew: false };
  }
}

/**
 * The state of a tenant's subscription, kept as it is until the end of the transaction.
 * @returns undefined for an unknown id, a deleted one and another tenant's alike
 */
export async function lockReplayTarget(
  client: pg.ClientBase,
  tenantId: string,
  subscriptionId: string,
): Promise<"active" | "paused" | "disabled" | undefined> {
  const { rows } = await client.query<{ state: "active" | "paused" | "disabled" }>(
    "SELECT state FROM subscriptions WHERE id = $1 AND tenant_id = $2 AND state <> 'deleted' FOR SHARE",
    [subscriptionId, tenantId],
  );
  return rows[0]?.state;
}
