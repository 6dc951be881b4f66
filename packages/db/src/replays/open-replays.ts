import type pg from "pg";
import { openBounds } from "../partitions/bounds.ts";
import { bookDeadRollups, bookLaneStats } from "../queries/lane-accounts.ts";
import { bookReplays } from "../queries/replay-accounts.ts";

/** A bounded number of a job's open deliveries that nobody is working on, locked. $1 job, $2 and $3 the ids that can be open, $4 how many. */
const batch = (condition: string): string => `
batch AS MATERIALIZED (
  SELECT d.id FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id
  WHERE p.job_id = $1 AND p.finished_at IS NULL AND d.id >= $2::uuid AND d.id < $3::uuid AND d.state = 'pending' AND ${condition}
  LIMIT $4
  FOR UPDATE OF d SKIP LOCKED
)`;

/** Ordered ones are not held: what stands behind them, live events too, would wait with them. */
const hold = `
WITH ${batch("d.class IN ('catch_up', 'retry')")}
UPDATE deliveries d SET class = 'held', reason = 'replay_paused' FROM batch WHERE d.id = batch.id AND d.id >= $2::uuid AND d.id < $3::uuid`;

const release = `
WITH ${batch("d.class = 'held'")}
UPDATE deliveries d SET class = CASE WHEN d.attempt > 0 THEN 'retry' ELSE 'catch_up' END, reason = NULL
FROM batch WHERE d.id = batch.id AND d.id >= $2::uuid AND d.id < $3::uuid`;

const end = `
WITH ${batch("true")}, ended AS (
  UPDATE deliveries d SET state = 'dead', reason = 'replay_cancelled', finished_at = now()
  FROM batch WHERE d.id = batch.id AND d.id >= $2::uuid AND d.id < $3::uuid
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.reason, d.body_bytes
), ${bookReplays}, ${bookLaneStats}, ${bookDeadRollups()}
SELECT id FROM ended`;

const run =
  (text: string) =>
  async (client: pg.ClientBase, nowMs: number, jobId: string, limit: number): Promise<number> => {
    const { from, to } = openBounds(nowMs);
    return (await client.query(text, [jobId, from, to, limit])).rowCount ?? 0;
  };

/** Takes a batch of a paused job's pending deliveries out of every lane's reach; they keep their times. @returns how many */
export const holdReplays = run(hold);

/** Gives a batch of held deliveries back to their lane. @returns how many */
export const releaseReplays = run(release);

/** Ends a batch of a cancelled job's pending deliveries. @returns how many */
export const endReplays = run(end);

/** Whether any of a job's deliveries could still be sent: one that is in flight, or pending and not held. */
export async function hasMovingReplays(client: pg.ClientBase, nowMs: number, jobId: string): Promise<boolean> {
  const { from, to } = openBounds(nowMs);
  const { rowCount } = await client.query(
    `SELECT FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id
     WHERE p.job_id = $1 AND p.finished_at IS NULL AND d.id >= $2::uuid AND d.id < $3::uuid
       AND (d.state = 'inflight' OR d.state = 'pending' AND d.class IN ('catch_up', 'retry')) LIMIT 1`,
    [jobId, from, to],
  );
  return rowCount !== 0;
}
