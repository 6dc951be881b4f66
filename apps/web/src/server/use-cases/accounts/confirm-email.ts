import { audit, findUserByEmail, lockEmail, lockUser, revokeSessions, takeAccountToken, voidAccountTokens } from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken } from "../../auth/token.ts";
import { accountNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";

export const deadLink = refuse("unprocessable", "This link has run out, or was used before. Ask for another one.", "token");

/** Makes the address that a link was sent to an account's own: of a new account, or of one that changes its address. */
export async function confirmEmail(
  services: Services,
  request: RequestFacts,
  token: string,
): Promise<Result<{ email: string; changed: boolean }>> {
  const attempt = await countAttempt(services, "link", token, request.address);
  if (attempt.refusal) return attempt.refusal;
  const { db, now, publicUrl } = services;
  const result = await atomically(db, async (tx): Promise<Result<{ email: string; changed: boolean }>> => {
    const taken = await takeAccountToken(tx, now(), hashToken(token), ["confirm_email", "change_email"]);
    if (!taken) return deadLink;
    const { email, userId } = taken;
    await lockEmail(tx, email);
    const user = await lockUser(tx, userId);
    if (!user || user.disabledAt) return deadLink;
    const owner = await findUserByEmail(tx, email);
    if (owner && owner.id !== userId)
      return refuse("already_exists", "This address belongs to another account by now. Sign in with that one.");
    const changed = user.email !== email;
    await tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: new Date(now()) } });
    await voidAccountTokens(tx, userId);
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: userId },
      action: changed ? "user.change_email" : "user.confirm_email",
      targetKind: "user",
      targetId: userId,
      before: { email: user.email, verified: user.emailVerifiedAt !== null },
      after: { email, verified: true },
      correlationId: request.requestId,
    });
    if (changed) {
      await revokeSessions(tx, now(), userId, { allBut: undefined });
      if (user.emailVerifiedAt) {
        const what = `The address of your account is ${email} from now on. This one is not used any more.`;
        await sendMail(services, tx, accountNotice(user.email, "The address of your account was changed", what, publicUrl));
      }
    }
    return done({ email, changed });
  });
  if (result.ok) await attempt.giveBack();
  return result;
}
