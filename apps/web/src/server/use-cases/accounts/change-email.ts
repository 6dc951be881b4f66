import { audit, createAccountToken, findUserByEmail } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { addressHasAccount, changeAddressMail, linkTo } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { proveSelf } from "./prove-self.ts";

/** Asks for another address. It changes with the link that is mailed to the new one; the answer is the same when that has an account already. */
export async function changeEmail(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  input: { current_password: string; email: string },
): Promise<Result<{ email: string }>> {
  const { email } = input;
  const proved = await proveSelf(services, request, actor, input.current_password);
  if (!proved.ok) return proved;
  const attempt = await countAttempt(services, "mail", email, request.address);
  if (attempt.refusal) return attempt.refusal;
  if (email === actor.email) return done({ email });
  const token = newToken();
  const { db, now, publicUrl } = services;
  await db.$transaction(async (tx) => {
    await createAccountToken(tx, now(), { hash: hashToken(token), kind: "change_email", userId: actor.userId, email });
    if (await findUserByEmail(tx, email)) await sendMail(services, tx, addressHasAccount(email, publicUrl));
    else await sendMail(services, tx, changeAddressMail(email, linkTo(publicUrl, "/confirm", token)));
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: actor.userId },
      action: "user.ask_to_change_email",
      targetKind: "user",
      targetId: actor.userId,
      before: { email: actor.email },
      after: { email },
      correlationId: request.requestId,
    });
  });
  return done({ email });
}
