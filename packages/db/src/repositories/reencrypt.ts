import type pg from "pg";
import type { KeyRing } from "../crypto/key-ring.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { headersContext, queryContext } from "./credentials.ts";
import { sealPlainCredentials } from "./seal-credentials.ts";
import { secretContext } from "./subscriptions.ts";

const BATCH = 500;

/** Where sealed bytes lie: what names their row, what they are bound to, and their columns. */
interface Place {
  table: string;
  id: string;
  owner: string;
  sealed: string;
  keyNumber: string;
  context: (ownerId: string) => string;
}

/** What binds the sealed secret of a second factor to its person. */
export const totpContext = (userId: string): string => `totp:${userId}`;

const places: readonly Place[] = [
  {
    table: "subscription_secrets",
    id: "id",
    owner: "subscription_id",
    sealed: "sealed",
    keyNumber: "key_number",
    context: secretContext,
  },
  { table: "subscriptions", id: "id", owner: "id", sealed: "query_sealed", keyNumber: "query_key_number", context: queryContext },
  { table: "subscriptions", id: "id", owner: "id", sealed: "headers_sealed", keyNumber: "headers_key_number", context: headersContext },
  { table: "users", id: "id", owner: "id", sealed: "totp_sealed", keyNumber: "totp_key_number", context: totpContext },
];

export interface Reencrypted {
  /** Sealed under the newest key, anew or for the first time. */
  changed: number;
  /** Under a key that is not at hand, or damaged: left as they are. */
  unreadable: number;
}

/**
 * Seals everything that lies under an older key anew, under the newest one, and what is not sealed yet, batch by batch beside a running product. When nothing is unreadable the older keys are needed no
 * more, except for backups.
 */
export async function reencrypt(pool: pg.Pool, keys: KeyRing): Promise<Reencrypted> {
  const total: Reencrypted = { changed: await sealPlainCredentials(pool, keys), unreadable: 0 };
  for (const place of places) {
    for (let after: string | null = null; ; ) {
      const { last, changed, unreadable } = await reencryptBatch(pool, keys, place, after);
      total.changed += changed;
      total.unreadable += unreadable;
      if (last === undefined) break;
      after = last;
    }
  }
  return total;
}

const reencryptBatch = (
  pool: pg.Pool,
  keys: KeyRing,
  place: Place,
  after: string | null,
): Promise<Reencrypted & { last: string | undefined }> =>
  inTransaction(pool, async (client) => {
    const { table, id, owner, sealed, keyNumber, context } = place;
    const { rows } = await client.query<{ id: string; owner: string; sealed: Buffer; keyNumber: number }>(
      `SELECT ${id} AS id, ${owner} AS owner, ${sealed} AS sealed, ${keyNumber} AS "keyNumber" FROM ${table}
       WHERE ${sealed} IS NOT NULL AND ${keyNumber} <> $1 AND ($2::uuid IS NULL OR ${id} > $2) ORDER BY ${id} LIMIT ${BATCH} FOR UPDATE`,
      [keys.newest, after],
    );
    let unreadable = 0;
    for (const row of rows) {
      const plain = keys.open(row, context(row.owner));
      if (!plain) {
        unreadable++;
        continue;
      }
      const anew = keys.seal(plain, context(row.owner));
      plain.fill(0);
      await client.query(`UPDATE ${table} SET ${sealed} = $2, ${keyNumber} = $3 WHERE ${id} = $1`, [row.id, anew.sealed, anew.keyNumber]);
    }
    return { changed: rows.length - unreadable, unreadable, last: rows.at(-1)?.id };
  });
