import { setTimeout as sleep } from "node:timers/promises";
import { createAccountToken, findSignInCandidates } from "@hooklane/db";
import { countAttempt } from "../../auth/attempt-limits.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { linkTo, resetPasswordMail } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

/** Longer than it takes to write the mail, so that the answer's time does not tell whether there is one. */
const ANSWER_AFTER_MS = 250;

/** Mails a link for choosing a new password, if the address has an account. The answer is the same if not. */
export async function requestReset(services: Services, request: RequestFacts, email: string): Promise<Result<{ email: string }>> {
  const attempt = await countAttempt(services, "mail", email, request.address);
  if (attempt.refusal) return attempt.refusal;
  await Promise.all([mailLink(services, email), sleep(ANSWER_AFTER_MS)]);
  return done({ email });
}

async function mailLink(services: Services, email: string): Promise<void> {
  const { owner, claim } = await findSignInCandidates(services.db, email);
  const user = owner ?? claim;
  if (!user || user.disabledAt) return;
  const token = newToken();
  await services.db.$transaction(async (tx) => {
    await createAccountToken(tx, services.now(), { hash: hashToken(token), kind: "reset_password", userId: user.id, email });
    await sendMail(services, tx, resetPasswordMail(email, linkTo(services.publicUrl, "/reset-password", token)));
  });
}
