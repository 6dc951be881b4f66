import type pg from "pg";

/** How many jobs of a queue are in which state; those that ended well are not counted. */
export interface QueueLoad {
  name: string;
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  /** Of those that wait and may begin; null without any. */
  oldestReadyAt: Date | null;
}

export async function readQueueLoads(pool: pg.Pool): Promise<QueueLoad[]> {
  const { rows } = await pool.query<QueueLoad>(
    `SELECT q.name, count(*) FILTER (WHERE j.state = 'created')::float8 AS waiting, count(*) FILTER (WHERE j.state = 'retry')::float8 AS retrying,
       count(*) FILTER (WHERE j.state = 'active')::float8 AS active, count(*) FILTER (WHERE j.state = 'failed')::float8 AS failed,
       min(j.start_after) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()) AS "oldestReadyAt"
     FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state <> 'completed'
     WHERE q.name NOT LIKE '\\_\\_%' GROUP BY q.name ORDER BY q.name`,
  );
  return rows;
}

/** A job that has failed for good, or that is about to be tried again. */
export interface TroubledJob {
  id: string;
  queue: string;
  state: "failed" | "retry";
  data: unknown;
  /** What its runner threw, as it was stored. */
  output: unknown;
  retryCount: number;
  createdAt: Date;
  /** Failed: since when; retry: when it is tried again. */
  at: Date;
}

export async function readTroubledJobs(pool: pg.Pool, limit: number): Promise<TroubledJob[]> {
  const { rows } = await pool.query<TroubledJob>(
    `SELECT id, name AS queue, state::text AS state, data, output, retry_count AS "retryCount", created_on AS "createdAt",
       CASE WHEN state = 'failed' THEN completed_on ELSE start_after END AS at
     FROM pgboss.job WHERE state IN ('failed', 'retry') AND name NOT LIKE '\\_\\_%' ORDER BY state = 'failed' DESC, created_on DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
