import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";

/** Replays are kept as long as any delivery that they tell of, jobs for a quarter. */
const REPLAY_DAYS = 64;
const JOB_DAYS = 90;

/** Deletes a batch of old replays and of old finished jobs. @returns how many replays went; a full batch means there may be more */
export async function deleteOldReplays(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM replays WHERE id IN (SELECT id FROM replays WHERE id < $1::uuid AND finished_at IS NOT NULL ORDER BY id LIMIT $2)",
    [uuidFloor(nowMs - REPLAY_DAYS * DAY_MS), limit],
  );
  await pool.query(
    `WITH gone AS (
       DELETE FROM replay_jobs WHERE id IN (SELECT id FROM replay_jobs WHERE id < $1::uuid AND finished_at IS NOT NULL ORDER BY id LIMIT $2) RETURNING id
     )
     DELETE FROM replay_counts c USING gone WHERE c.job_id = gone.id`,
    [uuidFloor(nowMs - JOB_DAYS * DAY_MS), limit],
  );
  return rowCount ?? 0;
}
