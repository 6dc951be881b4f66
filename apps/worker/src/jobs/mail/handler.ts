import type { JobPayload } from "@hooklane/contracts";
import { markMailFailed, markMailSent, takeMail } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import type { MailServer } from "../../mail/mail-server.ts";

export interface MailDeps {
  pool: pg.Pool;
  /** Undefined: none is configured, and mail stays in the outbox. */
  mailServer: MailServer | undefined;
  log: Logger;
}

/**
 * Sends one mail. A crash between the server's answer and the note of it sends it again, under the same Message-ID.
 * @throws when it is to be tried again, which the queue does with its back-off
 */
export async function sendMail({ pool, mailServer, log }: MailDeps, { mail_id: id }: JobPayload<"mail">): Promise<void> {
  if (!mailServer) return;
  const mail = await takeMail(pool, id);
  if (!mail) return;
  const handover = await mailServer.send(mail);
  if (handover.kind === "taken") return markMailSent(pool, id);
  const { error, isFinal } = handover;
  if (await markMailFailed(pool, id, error, isFinal)) throw new Error(`mail ${id} was not taken: ${error}`);
  log.warn({ mail: id, error }, "a mail was given up");
}
