import { type NewMail, type Prisma, queueMail } from "@hooklane/db";
import type { Services } from "../services.ts";
import { sessionOf } from "../transaction-session.ts";

/** Puts a mail into the outbox in the transaction of its cause. */
export async function sendMail({ jobs, now }: Pick<Services, "jobs" | "now">, tx: Prisma.TransactionClient, mail: NewMail): Promise<void> {
  await queueMail(sessionOf(tx), jobs, now(), mail);
}
