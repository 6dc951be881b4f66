import { audit, findUserByEmail, lockEmail, lockUser, revokeSessions, takeAccountToken, voidAccountTokens } from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { hashPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken } from "../../auth/token.ts";
import { accountNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { deadLink } from "./confirm-email.ts";

/**
 * Sets the password of the account that a link was mailed to. All its sessions and other links end. Whoever read the mail has proved the address too. A second
 * factor stays on.
 */
export async function resetPassword(
  services: Services,
  request: RequestFacts,
  { token, password }: { token: string; password: string },
): Promise<Result<{ email: string }>> {
  const attempt = await countAttempt(services, "link", token, request.address);
  if (attempt.refusal) return attempt.refusal;
  const passwordHash = await hashPassword(password);
  const { db, now, publicUrl } = services;
  const result = await atomically(db, async (tx): Promise<Result<{ email: string }>> => {
    const taken = await takeAccountToken(tx, now(), hashToken(token), ["reset_password"]);
    if (!taken) return deadLink;
    const { email, userId } = taken;
    await lockEmail(tx, email);
    const user = await lockUser(tx, userId);
    const owner = await findUserByEmail(tx, email);
    if (!user || user.disabledAt || user.email !== email || (owner && owner.id !== userId)) return deadLink;
    await tx.user.update({ where: { id: userId }, data: { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? new Date(now()) } });
    await voidAccountTokens(tx, userId);
    const sessions = await revokeSessions(tx, now(), userId, { allBut: undefined });
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: userId },
      action: "user.reset_password",
      targetKind: "user",
      targetId: userId,
      after: { sessions_ended: sessions.length },
      correlationId: request.requestId,
    });
    const what = "The password of your account was changed by a link that was mailed to you. All its sessions have ended.";
    await sendMail(services, tx, accountNotice(email, "Your password was changed", what, publicUrl));
    return done({ email });
  });
  if (result.ok) await attempt.giveBack();
  return result;
}
