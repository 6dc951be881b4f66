import type pg from "pg";

/** Where a follower of changes stands: every transaction older than this one had ended when it last looked. */
export type ChangeMark = number;

/** The mark to read by next time; taken before the rows it belongs to are read, so that nothing falls between. */
export async function readChangeMark(pool: pg.Pool): Promise<ChangeMark> {
  const { rows } = await pool.query<{ mark: number }>(`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS mark`);
  return (rows[0] as { mark: number }).mark;
}
