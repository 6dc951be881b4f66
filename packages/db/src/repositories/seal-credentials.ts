import type pg from "pg";
import type { KeyRing } from "../crypto/key-ring.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { sealHeaders, sealUrl } from "./credentials.ts";

const BATCH = 500;

const plainRows = `
SELECT id, url, query_sealed IS NULL AND url LIKE '%?_%' AS "hasQuery", headers_sealed IS NULL AND custom_headers <> '{}' AS "hasHeaders", custom_headers AS headers
FROM subscriptions
WHERE (query_sealed IS NULL AND url LIKE '%?_%' OR headers_sealed IS NULL AND custom_headers <> '{}') AND ($1::uuid IS NULL OR id > $1)
ORDER BY id LIMIT ${BATCH} FOR UPDATE`;

interface PlainRow {
  id: string;
  url: string;
  hasQuery: boolean;
  hasHeaders: boolean;
  headers: unknown;
}

/**
 * Seals what is stored as it is of the queries of URLs and the values of custom headers, batch by batch beside a running product. Run again after a crash it goes on where it
 * was. What are no headers stays: it ends its deliveries by itself.
 * @returns how many subscriptions were changed
 */
export async function sealPlainCredentials(pool: pg.Pool, keys: KeyRing, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ; ) {
    const batch = await sealBatch(pool, keys, after);
    changed += batch.changed;
    if (batch.last === undefined || signal?.aborted) return changed;
    after = batch.last;
  }
}

const sealBatch = (pool: pg.Pool, keys: KeyRing, after: string | null): Promise<{ changed: number; last: string | undefined }> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<PlainRow>(plainRows, [after]);
    let changed = 0;
    for (const { id, url, hasQuery, hasHeaders, headers } of rows) {
      if (hasQuery) {
        const sealed = sealUrl(keys, id, url);
        await client.query("UPDATE subscriptions SET url = $2, query_sealed = $3, query_key_number = $4 WHERE id = $1", [
          id,
          sealed.url,
          sealed.querySealed,
          sealed.queryKeyNumber,
        ]);
      }
      const areHeaders = hasHeaders && isRecordOfStrings(headers);
      if (areHeaders) {
        const sealed = sealHeaders(keys, id, headers);
        await client.query("UPDATE subscriptions SET custom_headers = $2, headers_sealed = $3, headers_key_number = $4 WHERE id = $1", [
          id,
          JSON.stringify(sealed.customHeaders),
          sealed.headersSealed,
          sealed.headersKeyNumber,
        ]);
      }
      if (hasQuery || areHeaders) changed++;
    }
    return { changed, last: rows.at(-1)?.id };
  });

const isRecordOfStrings = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === "string");
