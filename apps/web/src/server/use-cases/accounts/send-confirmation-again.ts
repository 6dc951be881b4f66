import { findUserByEmail } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { addressHasAccount } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { sendConfirmation } from "./sign-up.ts";

/** Mails the link that confirms an address once more. For who has confirmed theirs nothing happens. */
export async function sendConfirmationAgain(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
): Promise<Result<{ email: string }>> {
  const { email, userId } = actor;
  const attempt = await countAttempt(services, "mail", email, request.address);
  if (attempt.refusal) return attempt.refusal;
  if (actor.verified) return done({ email });
  await services.db.$transaction(async (tx) => {
    if (await findUserByEmail(tx, email)) await sendMail(services, tx, addressHasAccount(email, services.publicUrl));
    else await sendConfirmation(services, tx, userId, email);
  });
  return done({ email });
}
