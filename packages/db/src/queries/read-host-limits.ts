import type pg from "pg";

/** What the operator allows single hosts, by host; few rows, read whole. */
export async function readHostLimits(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ host: string; cap: number }>({ name: "read_host_limits", text: "SELECT host, cap FROM host_limits" });
  return new Map(rows.map(({ host, cap }) => [host, cap]));
}
