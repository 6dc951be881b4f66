import type pg from "pg";

/** What the operator allows single hosts, by host; few rows, read whole. */
export async function readHostLimits(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ host: string; cap: number }>({ name: "read_host_limits", text: "SELECT host, cap FROM host_limits" });
  return new Map(rows.map(({ host, cap }) => [host, cap]));
}

/** Sets or, with null, removes a host's own cap. @param cap requests in flight, 1 to 10,000 */
export async function setHostLimit(client: Pick<pg.Pool, "query">, host: string, cap: number | null, note: string): Promise<void> {
  if (cap === null) await client.query("DELETE FROM host_limits WHERE host = $1", [host]);
  else
    await client.query(
      `INSERT INTO host_limits (host, cap, note, updated_at) VALUES ($1, $2, $3, now())
       ON CONFLICT (host) DO UPDATE SET cap = excluded.cap, note = excluded.note, updated_at = now()`,
      [host, cap, note],
    );
}
