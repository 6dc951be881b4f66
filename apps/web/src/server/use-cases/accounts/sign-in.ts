import { foldEmail } from "@hooklane/contracts";
import { audit, createSession, findUserByEmail, revokeSession } from "@hooklane/db";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { isPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashSessionToken, newSessionToken } from "../../auth/session-token.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";

export interface SignIn {
  email: string;
  password: string;
  /** Of the session that the browser has, if any: it ends. */
  previousToken: string | undefined;
}

/** No account has what the database cannot keep; taking it away instead would give an account addresses without limit. */
const isStorable = (email: string): boolean => !email.includes("\0") && email.isWellFormed();

/** One answer, in the same time, for an unknown address, a wrong password and a disabled account. */
const wrong = refuse("unauthorized", "The e-mail address or the password is wrong.");

/** Signs a person in: counts the attempt, checks the password, and begins a session under a new token. */
export async function signIn(
  services: Services,
  request: RequestFacts,
  { password, previousToken, ...given }: SignIn,
): Promise<Result<{ userId: string; token: string }>> {
  const email = foldEmail(given.email);
  const attempt = await countAttempt(services, "sign-in", email, request.address);
  const refused = (why: string, user?: { id: string }) =>
    services.log.info({ why, user_id: user?.id, request_id: request.requestId }, "sign-in refused");
  if (attempt.refusal) {
    refused("too many attempts");
    return attempt.refusal;
  }
  const user = isStorable(email) ? await findUserByEmail(services.db, email) : undefined;
  if (!(await isPassword(user?.passwordHash, password)) || !user || user.disabledAt) {
    refused("wrong credentials", user ?? undefined);
    return wrong;
  }
  await attempt.giveBack();
  const token = newSessionToken();
  await services.db.$transaction(async (tx) => {
    if (previousToken !== undefined) await revokeSession(tx, services.now(), hashSessionToken(previousToken));
    const id = await createSession(tx, services.now(), {
      tokenHash: hashSessionToken(token),
      userId: user.id,
      userAgent: request.userAgent,
      address: request.address,
    });
    await audit(tx, services.now(), {
      tenantId: null,
      actor: { kind: "user", id: user.id },
      action: "session.create",
      targetKind: "session",
      targetId: id,
      after: { address: request.address },
      correlationId: request.requestId,
    });
  });
  return done({ userId: user.id, token });
}
