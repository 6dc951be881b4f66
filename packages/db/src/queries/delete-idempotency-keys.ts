import type pg from "pg";

/** Keys are kept at least this long, in hours. */
export const idempotencyKeepHours = 48;

/** Deletes a batch of keys past their keeping. @returns how many; a full batch means there may be more */
export async function deleteIdempotencyKeys(pool: pg.Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM idempotency_keys k USING (
       SELECT tenant_id, key FROM idempotency_keys WHERE created_at < now() - $1 * interval '1 hour' LIMIT $2
     ) old WHERE k.tenant_id = old.tenant_id AND k.key = old.key`,
    [idempotencyKeepHours, limit],
  );
  return rowCount ?? 0;
}
