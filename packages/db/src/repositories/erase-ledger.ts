import type pg from "pg";
import { inTransaction } from "../pools/in-transaction.ts";

/** Rows that one statement looks at, at most: each is short, whatever a tenant has. */
const PAGE = 500;
const NIL = "00000000-0000-0000-0000-000000000000";

/**
 * Erases what a tenant's ledger holds of its data: payloads with their idempotency keys, and of its subscriptions the credentials, what requests for them carried and what was
 * answered. Rows, states and times stay until their day is dropped, and with them every count. Run again after a stop or a crash it passes what is erased, and goes on.
 * @returns false when it was stopped before the end
 */
export async function eraseLedger(pool: pg.Pool, tenantId: string, signal: AbortSignal): Promise<boolean> {
  const finished = await eachPage(pool, eventPage, tenantId, signal, (ids) => pool.query(erasePayloads, [ids]));
  if (!finished) return false;
  return eachPage(pool, subscriptionPage, tenantId, signal, async (subscriptionIds) => {
    for (const id of subscriptionIds) {
      if (!(await eachPage(pool, deliveryPage, id, signal, (ids) => eraseAnswers(pool, ids, signal)))) return;
      await inTransaction(pool, async (client) => {
        await client.query("DELETE FROM subscription_secrets WHERE subscription_id = $1", [id]);
        await client.query(eraseSubscription, [id]);
      });
    }
  });
}

const eventPage = `SELECT id FROM events WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`;
const subscriptionPage = `SELECT id FROM subscriptions WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`;
const deliveryPage = `SELECT id FROM deliveries WHERE subscription_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`;

/** Goes through what belongs to one owner, in the order of ids. @returns whether it came to the end */
async function eachPage(
  pool: pg.Pool,
  page: string,
  ownerId: string,
  signal: AbortSignal,
  work: (ids: string[]) => Promise<unknown>,
): Promise<boolean> {
  for (let after = NIL; !signal.aborted; ) {
    const { rows } = await pool.query<{ id: string }>(page, [ownerId, after]);
    const last = rows.at(-1);
    if (!last) return true;
    await work(rows.map(({ id }) => id));
    after = last.id;
  }
  return false;
}

const erasePayloads = `
UPDATE events SET body = NULL, erased_at = coalesce(erased_at, now()), idempotency_key = NULL
WHERE id = ANY($1::uuid[]) AND (body IS NOT NULL OR erased_at IS NULL OR idempotency_key IS NOT NULL)`;

const eraseSubscription = `
UPDATE subscriptions SET url = split_part(url, '?', 1), query_sealed = NULL, query_key_number = NULL, custom_headers = '{}', headers_sealed = NULL, headers_key_number = NULL,
  description = '', metadata = '{}'
WHERE id = $1 AND (url LIKE '%?%' OR custom_headers <> '{}' OR headers_sealed IS NOT NULL OR description <> '' OR metadata <> '{}')`;

const holdsSomething = `(a.request_headers <> '[]'::bytea OR a.response_headers IS NOT NULL OR a.response_body IS NOT NULL OR a.error IS NOT NULL OR a.remote_address IS NOT NULL)`;
const eraseAttempts = `
UPDATE attempts SET request_headers = '[]'::bytea, response_headers = NULL, response_body = NULL, error = NULL, remote_address = NULL
WHERE delivery_id = ANY($1::uuid[]) AND (delivery_id, number) IN (
  SELECT a.delivery_id, a.number FROM attempts a WHERE a.delivery_id = ANY($1::uuid[]) AND ${holdsSomething} LIMIT ${PAGE})`;

async function eraseAnswers(pool: pg.Pool, deliveryIds: string[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rowCount } = await pool.query(eraseAttempts, [deliveryIds]);
    if ((rowCount ?? 0) < PAGE) break;
  }
  await pool.query("UPDATE deliveries SET last_error = NULL WHERE id = ANY($1::uuid[]) AND last_error IS NOT NULL", [deliveryIds]);
}
