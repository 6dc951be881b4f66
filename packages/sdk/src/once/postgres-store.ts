import { randomUUID } from "node:crypto";
import type { Claim, OnceStore } from "./store.ts";

/** Any client of PostgreSQL with this method: pg's Pool or Client, PGlite … */
export interface QueryClient {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

const DEFAULT_TABLE = "hooklane_once";
/** Looks at a key that another one releases at that moment, before it counts as taken. */
const MAX_LOOKS = 3;

/**
 * The table of postgresStore. Rows may be deleted as soon as their deliveries can no longer be repeated, which is 33 days after
 * `completed_at` with Hooklane's own limits: a replay within 30 days, and 72 hours of attempts after it.
 *
 * @throws TypeError for what is no plain table name
 */
export const postgresStoreSchema = (table: string = DEFAULT_TABLE): string => `CREATE TABLE IF NOT EXISTS ${checked(table)} (
  key text PRIMARY KEY,
  token uuid NOT NULL,
  lease_ends_at timestamptz NOT NULL,
  completed_at timestamptz
)`;

/**
 * Keys in a table of PostgreSQL, shared by any number of processes. Leases run by the database's clock.
 *
 * @param client a pool; or a client inside a transaction, so that its other writes and the claim commit together: others then wait for its end
 * @param table made with postgresStoreSchema; may name its schema
 * @throws TypeError for what is no plain table name
 */
export function postgresStore(client: QueryClient, table: string = DEFAULT_TABLE): OnceStore {
  const name = checked(table);
  const claimText = `INSERT INTO ${name} AS held (key, token, lease_ends_at)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET token = excluded.token, lease_ends_at = excluded.lease_ends_at
      WHERE held.completed_at IS NULL AND held.lease_ends_at <= clock_timestamp()
    RETURNING 1`;
  const lookText = `SELECT completed_at IS NOT NULL AS "isCompleted",
      greatest(0, extract(epoch FROM lease_ends_at - clock_timestamp()) * 1000)::float8 AS "leaseLeftMs" FROM ${name} WHERE key = $1`;

  const claimOnce = async (key: string, leaseMs: number): Promise<Claim | undefined> => {
    const token = randomUUID();
    const { rows: claimed } = await client.query(claimText, [key, token, leaseMs]);
    if (claimed.length > 0) return { state: "claimed", token };
    const { rows } = await client.query(lookText, [key]);
    const held = rows[0] as { isCompleted: boolean; leaseLeftMs: number } | undefined;
    if (held?.isCompleted) return { state: "completed" };
    return held && held.leaseLeftMs > 0 ? { state: "in_progress", leaseLeftMs: held.leaseLeftMs } : undefined;
  };

  return {
    async claim(key, leaseMs) {
      for (let look = 1; look <= MAX_LOOKS; look++) {
        const claim = await claimOnce(key, leaseMs);
        if (claim) return claim;
      }
      return { state: "in_progress", leaseLeftMs: 0 };
    },
    async complete(key, token) {
      const text = `UPDATE ${name} SET completed_at = clock_timestamp() WHERE key = $1 AND token = $2 RETURNING 1`;
      return (await client.query(text, [key, token])).rows.length > 0;
    },
    async release(key, token) {
      await client.query(`DELETE FROM ${name} WHERE key = $1 AND token = $2 AND completed_at IS NULL`, [key, token]);
    },
  };
}

function checked(table: string): string {
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/i.test(table)) throw new TypeError(`not a table name: ${JSON.stringify(table)}`);
  return table;
}
