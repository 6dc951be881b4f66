import { type OutboxMail, type OutboxMailText, publicId } from "@hooklane/contracts";
import { audit, listMails, type MailRecord, readMail } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { visitsAlready } from "./refusals.ts";

const MAX_MAILS = 100;
/** Their links sign people in, or let them choose a password. */
const CREDENTIAL_KINDS = new Set(["verify-email", "reset-password", "invitation"]);

/** The newest mails of the outbox. @param recipient part of an address; empty: all */
export async function listOutbox({ pool }: Pick<Services, "pool">, recipient: string): Promise<OutboxMail[]> {
  return (await listMails(pool, { ...(recipient !== "" && { recipient }), limit: MAX_MAILS })).map(mailView);
}

/**
 * One mail as it goes out; every look leaves an audit row. Where a mail server is configured, mails whose links are credentials keep them to themselves: they go to
 * their owner. Without one the outbox is the only way to them.
 */
export async function readOutboxMail(
  { db, pool, sendsMail, now }: Pick<Services, "db" | "pool" | "sendsMail" | "now">,
  staff: Staff,
  id: string,
): Promise<Result<OutboxMailText>> {
  if (staff.visit) return visitsAlready;
  const mail = await readMail(pool, id);
  if (!mail) return notFound;
  await db.$transaction((tx) =>
    audit(tx, now(), {
      tenantId: mail.tenantId,
      actor: staff.actor,
      action: "support.read_mail",
      targetKind: "mail",
      targetId: id,
      after: { kind: mail.kind, to: mail.recipient },
      correlationId: staff.requestId,
    }),
  );
  const isHidden = sendsMail && CREDENTIAL_KINDS.has(mail.kind);
  return done({ ...mailView(mail), text: isHidden ? null : mail.text, html: isHidden ? null : mail.html });
}

const mailView = ({
  id,
  tenantId,
  kind,
  recipient,
  subject,
  createdMs,
  attempts,
  sentMs,
  failedMs,
  lastError,
}: MailRecord): OutboxMail => ({
  id,
  tenant_id: tenantId && publicId("tenant", tenantId),
  kind,
  to: recipient,
  subject,
  created_at: new Date(createdMs).toISOString(),
  state: sentMs !== null ? "sent" : failedMs !== null ? "failed" : "waiting",
  attempts,
  error: lastError,
});
