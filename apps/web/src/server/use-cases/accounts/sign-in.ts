import { foldEmail, totpCodeSchema } from "@hooklane/contracts";
import { audit, findSignInCandidates, type User } from "@hooklane/db";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { isPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { beginSession } from "./begin-session.ts";
import { takeSecondFactor } from "./second-factor.ts";

export interface SignIn {
  email: string;
  password: string;
  /** Of the second factor, or a recovery code; empty for who has none. */
  code: string;
  /** Of the session that the browser has, if any: it ends. */
  previousToken: string | undefined;
}

/** No account has what the database cannot keep; taking it away instead would give an account addresses without limit. */
const isStorable = (email: string): boolean => !email.includes("\0") && email.isWellFormed();

/** One answer, in the same time, for an unknown address, a wrong password and a disabled account. */
const wrong = refuse("unauthorized", "The e-mail address or the password is wrong.");
const codeNeeded = refuse("unauthorized", "This account asks for a code of its authenticator as well.", "code");

/** Signs a person in: counts the attempt, checks the password and the second factor, and begins a session under a new token. */
export async function signIn(
  services: Services,
  request: RequestFacts,
  { password, code, previousToken, ...given }: SignIn,
): Promise<Result<{ userId: string; token: string }>> {
  const email = foldEmail(given.email);
  const attempt = await countAttempt(services, "sign-in", email, request.address);
  if (attempt.refusal) {
    services.log.info({ why: "too many attempts", request_id: request.requestId }, "sign-in refused");
    return attempt.refusal;
  }
  const { owner, claim } = isStorable(email) ? await findSignInCandidates(services.db, email) : { owner: null, claim: null };
  // Both are always checked, so that the time does not tell which of them there is
  const isOwner = await isPassword(owner?.passwordHash, password);
  const isClaim = await isPassword(claim?.passwordHash, password);
  const user = isOwner ? owner : isClaim ? claim : null;
  if (!user || user.disabledAt) {
    noteRefusal(services, request, user ?? owner, "wrong credentials");
    return wrong;
  }
  if (user.totpEnabledAt) {
    if (code.trim() === "") {
      await attempt.giveBack();
      return codeNeeded;
    }
    const read = totpCodeSchema.safeParse(code);
    if (!read.success || !(await takeSecondFactor(services, user, read.data))) {
      noteRefusal(services, request, user, "wrong code");
      return refuse("unauthorized", "This code is not right, or was used before.", "code");
    }
  }
  await attempt.giveBack();
  const token = await beginSession(services, request, user.id, previousToken, user.totpEnabledAt ? "password and code" : "password");
  return done({ userId: user.id, token });
}

/** Leaves an audit row with the account that was tried, if there is one. Not waited for, so that the answer's time tells nothing. */
function noteRefusal({ db, now, log }: Services, { requestId, address }: RequestFacts, user: User | null, why: string): void {
  log.info({ why, user_id: user?.id, request_id: requestId }, "sign-in refused");
  if (!user) return;
  const entry = { tenantId: null, actor: { kind: "system" }, action: "session.refuse", targetKind: "user", targetId: user.id } as const;
  void db
    .$transaction((tx) => audit(tx, now(), { ...entry, after: { why, address }, correlationId: requestId }))
    .catch((error: unknown) => log.warn({ err: error }, "a refused sign-in was not recorded"));
}
