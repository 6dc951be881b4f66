import type pg from "pg";

/** Says that a web process lives, forgets those that fell silent, and counts the living, itself included. */
export async function beatWebProcess(pool: pg.Pool, id: string, silenceMs: number): Promise<number> {
  await pool.query("INSERT INTO web_processes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()", [id]);
  await pool.query("DELETE FROM web_processes WHERE heartbeat_at < now() - $1 * interval '1 millisecond'", [silenceMs]);
  const { rows } = await pool.query<{ n: number }>("SELECT count(*)::integer AS n FROM web_processes");
  return rows[0]?.n ?? 1;
}

export async function endWebProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("DELETE FROM web_processes WHERE id = $1", [id]);
}
