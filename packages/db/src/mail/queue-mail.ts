import { isMailAddress, type MailContent, type MailKind, renderMail } from "@hooklane/contracts";
import type pg from "pg";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { JobSender } from "../jobs/boss.ts";

export interface NewMail {
  /** One address, nothing else. */
  to: string;
  kind: MailKind;
  /** UUID of the tenant it is about, if of one. */
  tenantId: string | null;
  content: MailContent;
}

/**
 * Puts a mail into the outbox and sends the job that delivers it, in the caller's transaction: it is sent exactly if its cause is committed. Both forms of its text come
 * from the one template, so that nothing in them is markup but the template's own.
 * @param client the session whose transaction it is part of
 * @param nowMs ms since 1970 by the database's clock
 * @returns the mail's UUID
 * @throws when the recipient is no plain address
 */
export async function queueMail(client: pg.ClientBase, jobs: Pick<JobSender, "send">, nowMs: number, mail: NewMail): Promise<string> {
  if (!isMailAddress(mail.to)) throw new TypeError("the recipient of a mail is not one plain address");
  const { subject, text, html } = renderMail(mail.content);
  const id = uuidV7(nowMs);
  await client.query(
    `INSERT INTO mails (id, tenant_id, kind, recipient, subject, text, html, created_at)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))`,
    [id, mail.tenantId, mail.kind, mail.to, subject, text, html, nowMs],
  );
  await jobs.send(client, "mail", { mail_id: id });
  return id;
}
