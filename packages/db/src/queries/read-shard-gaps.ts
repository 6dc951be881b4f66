import type pg from "pg";

const statement = {
  name: "read_shard_gaps",
  text: `SELECT count(*)::integer AS n FROM shards s
    WHERE NOT EXISTS (SELECT FROM workers w WHERE w.id = s.owner AND w.heartbeat_at > now() - $1::float8 * interval '1 ms')`,
};

/** @returns how many shards nobody living owns: nothing is sent to what lies in them. @param ttlMs silence after which a worker counts as dead */
export async function readShardGaps(pool: pg.Pool, ttlMs: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...statement, values: [ttlMs] });
  return rows[0]?.n ?? 0;
}
