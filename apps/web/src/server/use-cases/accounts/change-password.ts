import { audit, renewSession, revokeSessions, voidAccountTokens } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { hashPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { accountNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { proveSelf } from "./prove-self.ts";

/** Changes a person's password. Every other session of theirs ends, links that they were sent are void. @returns this session's new token */
export async function changePassword(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  input: { current_password: string; password: string },
): Promise<Result<{ token: string; sessionsEnded: number }>> {
  const proved = await proveSelf(services, request, actor, input.current_password);
  if (!proved.ok) return proved;
  const passwordHash = await hashPassword(input.password);
  const token = newToken();
  const { db, now, publicUrl } = services;
  const { userId, sessionId, email } = actor;
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    const ended = await revokeSessions(tx, now(), userId, { allBut: sessionId });
    await renewSession(tx, sessionId, hashToken(token));
    await voidAccountTokens(tx, userId);
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: userId },
      action: "user.change_password",
      targetKind: "user",
      targetId: userId,
      after: { sessions_ended: ended.length },
      correlationId: request.requestId,
    });
    if (actor.verified) {
      const what = "The password of your account was changed. Every other session of it has ended.";
      await sendMail(services, tx, accountNotice(email, "Your password was changed", what, publicUrl));
    }
    return done({ token, sessionsEnded: ended.length });
  });
}
