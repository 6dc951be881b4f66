import type pg from "pg";

/** What was accepted for one lane since the last call. */
export interface Accepted {
  pending: number;
  pendingBytes: number;
  dead: number;
}

const statement = {
  name: "add_accepted",
  text: `INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at, arrived)
    SELECT id, pending, bytes, dead, CASE WHEN dead > 0 THEN now() END, pending FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS l(id, pending, bytes, dead) ORDER BY id
    ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
      dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at), arrived = s.arrived + excluded.arrived, updated_at = now()`,
};

/** Books accepted deliveries on their lanes. Called each second and not in the accepting transaction; a recount mends what a crash loses. */
export async function addAccepted(pool: pg.Pool, lanes: ReadonlyMap<string, Accepted>): Promise<void> {
  if (lanes.size === 0) return;
  const entries = [...lanes];
  await pool.query({
    ...statement,
    values: [
      entries.map(([id]) => id),
      entries.map(([, a]) => a.pending),
      entries.map(([, a]) => a.pendingBytes),
      entries.map(([, a]) => a.dead),
    ],
  });
}
