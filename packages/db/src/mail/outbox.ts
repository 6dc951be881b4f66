import type { MailKind } from "@hooklane/contracts";
import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";

/** A mail that was tried so often is given up: with the job's back-off this is about half a day. */
const MAX_ATTEMPTS = 18;
const KEEP_DAYS = 30;
const MAX_ERROR_CHARACTERS = 500;

/** A mail as it goes out. */
export interface OutgoingMail {
  /** UUID; the Message-ID is made of it, so that a mail that is sent twice is recognised. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdMs: number;
}

/** A line of the outbox, for staff. */
export interface MailRecord {
  id: string;
  tenantId: string | null;
  kind: MailKind;
  recipient: string;
  subject: string;
  createdMs: number;
  /** How often it was tried; 0 where no mail server is configured. */
  attempts: number;
  sentMs: number | null;
  failedMs: number | null;
  lastError: string | null;
}

const columns = `id, tenant_id AS "tenantId", kind, recipient, subject, (extract(epoch FROM created_at) * 1000)::float8 AS "createdMs", attempts,
  (extract(epoch FROM sent_at) * 1000)::float8 AS "sentMs", (extract(epoch FROM failed_at) * 1000)::float8 AS "failedMs", last_error AS "lastError"`;

/** Takes a mail for one attempt, which is counted. @returns undefined when it was sent, given up or is gone */
export async function takeMail(pool: pg.Pool, id: string): Promise<OutgoingMail | undefined> {
  const { rows } = await pool.query<OutgoingMail>(
    `UPDATE mails SET attempts = attempts + 1 WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL
     RETURNING id, recipient, subject, text, html, (extract(epoch FROM created_at) * 1000)::float8 AS "createdMs"`,
    [id],
  );
  return rows[0];
}

/** A mail was taken by the mail server: its text goes. */
export async function markMailSent(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("UPDATE mails SET sent_at = now(), last_error = NULL, text = NULL, html = NULL WHERE id = $1", [id]);
}

/**
 * Notes why a mail could not be sent.
 * @param isFinal the server will never take it
 * @returns whether it is to be tried again
 */
export async function markMailFailed(pool: pg.Pool, id: string, error: string, isFinal: boolean): Promise<boolean> {
  const { rows } = await pool.query<{ isOver: boolean }>(
    `UPDATE mails SET last_error = $2, failed_at = CASE WHEN $3 OR attempts >= ${MAX_ATTEMPTS} THEN now() END WHERE id = $1
     RETURNING failed_at IS NOT NULL AS "isOver"`,
    [id, error.slice(0, MAX_ERROR_CHARACTERS), isFinal],
  );
  return rows[0]?.isOver === false;
}

export interface MailFilter {
  /** Only mails to addresses that contain this. */
  recipient?: string;
  /** UUID; only mails about this tenant. */
  tenantId?: string;
  /** UUID of the last mail of the page before. */
  before?: string;
  limit: number;
}

/** The outbox, newest first. */
export async function listMails(client: Pick<pg.Pool, "query">, { recipient, tenantId, before, limit }: MailFilter): Promise<MailRecord[]> {
  const { rows } = await client.query<MailRecord>(
    `SELECT ${columns} FROM mails
     WHERE ($1::text IS NULL OR strpos(recipient, lower($1)) > 0) AND ($2::uuid IS NULL OR tenant_id = $2) AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
    [recipient ?? null, tenantId ?? null, before ?? null, limit],
  );
  return rows;
}

/** One mail with its text, which is null once it was sent. */
export async function readMail(
  client: Pick<pg.Pool, "query">,
  id: string,
): Promise<(MailRecord & { text: string | null; html: string | null }) | undefined> {
  const { rows } = await client.query(`SELECT ${columns}, text, html FROM mails WHERE id = $1`, [id]);
  return rows[0];
}

/** Deletes a batch of mails past their keeping, sent or not. @returns how many; a full batch means there may be more */
export async function deleteOldMails(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE id < $1::uuid ORDER BY id LIMIT $2)", [
    uuidFloor(nowMs - KEEP_DAYS * DAY_MS),
    limit,
  ]);
  return rowCount ?? 0;
}
