import { randomBytes } from "node:crypto";
import type pg from "pg";
import { uuidFloor, uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";

/** Requests that an inbox holds; a newer one takes the oldest's place. */
export const INBOX_REQUESTS = 50;
export const INBOX_KEPT_MS = 86_400_000;

export type InboxSignature = "verified" | "wrong" | "missing" | "no_endpoint";

export interface InboxRequestRecord {
  id: string;
  receivedAt: Date;
  headers: Buffer;
  body: Buffer;
  bodyBytes: number;
  signature: InboxSignature;
}

/** The token of a tenant's inbox, which is made now if there is none. */
export async function openInbox(db: Db, tenantId: string): Promise<string> {
  const { token } = await db.inbox.upsert({
    where: { tenantId },
    create: { tenantId, token: randomBytes(16).toString("hex") },
    update: {},
    select: { token: true },
  });
  return token;
}

export interface InboxReader {
  tenantId: string;
  /** The sealed live secrets of the subscriptions that post to the inbox. */
  secrets: { subscriptionId: string; sealed: Buffer; keyNumber: number }[];
  /** Names of the custom headers that these subscriptions set, as they spell them. */
  customHeaders: ReadonlySet<string>;
}

const reader = {
  name: "read_inbox_reader",
  text: `SELECT i.tenant_id AS "tenantId", s.id AS "subscriptionId", x.sealed, x.key_number AS "keyNumber", s.custom_headers AS "customHeaders"
    FROM inboxes i
    LEFT JOIN subscriptions s ON s.tenant_id = i.tenant_id AND s.url = $2 AND s.state <> 'deleted'
    LEFT JOIN subscription_secrets x ON x.subscription_id = s.id AND (x.expires_at IS NULL OR x.expires_at > $3)
    WHERE i.token = $1`,
};

/** Whose inbox a token names, and what its requests should be signed with; undefined when it names none. @param url the inbox's own */
export async function readInboxReader(pool: pg.Pool, token: string, url: string, nowMs: number): Promise<InboxReader | undefined> {
  const { rows } = await pool.query<{
    tenantId: string;
    subscriptionId: string | null;
    sealed: Buffer | null;
    keyNumber: number;
    customHeaders: object | null;
  }>({ ...reader, values: [token, url, new Date(nowMs)] });
  const [first] = rows;
  if (!first) return undefined;
  const secrets = rows.flatMap(({ subscriptionId, sealed, keyNumber }) =>
    subscriptionId && sealed ? [{ subscriptionId, sealed, keyNumber }] : [],
  );
  return { tenantId: first.tenantId, secrets, customHeaders: new Set(rows.flatMap((row) => Object.keys(row.customHeaders ?? {}))) };
}

/** Keeps a request, and lets go of what an inbox has no more room for. */
export async function addInboxRequest(
  pool: pg.Pool,
  nowMs: number,
  tenantId: string,
  request: Omit<InboxRequestRecord, "id" | "receivedAt">,
): Promise<void> {
  await pool.query({
    name: "add_inbox_request",
    text: `WITH gone AS (
        DELETE FROM inbox_requests WHERE tenant_id = $2 AND id <= (
          SELECT id FROM inbox_requests WHERE tenant_id = $2 ORDER BY id DESC OFFSET ${INBOX_REQUESTS - 1} LIMIT 1)
      )
      INSERT INTO inbox_requests (id, tenant_id, received_at, headers, body, body_bytes, signature) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [uuidV7(nowMs), tenantId, new Date(nowMs), request.headers, request.body, request.bodyBytes, request.signature],
  });
}

/** What an inbox holds, the latest first. */
export async function listInboxRequests(pool: pg.Pool, nowMs: number, tenantId: string): Promise<InboxRequestRecord[]> {
  const { rows } = await pool.query<InboxRequestRecord>({
    name: "list_inbox_requests",
    text: `SELECT id, received_at AS "receivedAt", headers, body, body_bytes AS "bodyBytes", signature FROM inbox_requests
      WHERE tenant_id = $1 AND id >= $2 ORDER BY id DESC LIMIT ${INBOX_REQUESTS}`,
    values: [tenantId, uuidFloor(nowMs - INBOX_KEPT_MS)],
  });
  return rows;
}

/** Deletes requests that are too old to be shown. @returns how many, at most the limit */
export async function deleteOldInboxRequests(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: "delete_old_inbox_requests",
    text: "DELETE FROM inbox_requests WHERE id = ANY (ARRAY(SELECT id FROM inbox_requests WHERE id < $1 ORDER BY id LIMIT $2))",
    values: [uuidFloor(nowMs - INBOX_KEPT_MS), limit],
  });
  return rowCount ?? 0;
}
