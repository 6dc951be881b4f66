import { totpCodeSchema } from "@hooklane/contracts";
import { audit, confirmSession, type User } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { isPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { done, type Refusal, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { takeSecondFactor } from "./second-factor.ts";

const noPassword = refuse(
  "unprocessable",
  "This account has no password: sign in again with the service that you use.",
  "current_password",
);
const wrongPassword = refuse("unprocessable", "This is not your present password.", "current_password");
const codeNeeded = refuse("unprocessable", "This account asks for a code of its authenticator as well.", "code");
const wrongCode = refuse("unprocessable", "This code is not right, or was used before.", "code");

/**
 * Whoever is signed in proves again who they are, with all that a sign-in asks for; what is wrong counts as a wrong sign-in does. The session keeps its token: pages read
 * on meanwhile, and a call that is under way with the token of before would be taken for one of nobody.
 */
export async function confirmSelf(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  input: { current_password: string; code: string },
): Promise<Result<{ confirmed: true }>> {
  const { db, now } = services;
  const attempt = await countAttempt(services, "sign-in", actor.email, request.address);
  if (attempt.refusal) return attempt.refusal;
  const user = await db.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const refusal = await judge(services, user, input);
  if (refusal === noPassword || refusal === codeNeeded) await attempt.giveBack();
  else if (refusal) await noteRefusal(services, request, actor, refusal === wrongCode ? "wrong code" : "wrong password");
  if (refusal) return refusal;
  await attempt.giveBack();
  return db.$transaction(async (tx): Promise<Result<{ confirmed: true }>> => {
    if (!(await confirmSession(tx, now(), actor.sessionId))) return refuse("unauthorized", "This session has ended.");
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: actor.userId },
      action: "session.confirm",
      targetKind: "session",
      targetId: actor.sessionId,
      after: { address: request.address },
      correlationId: request.requestId,
    });
    return done({ confirmed: true });
  });
}

async function judge(
  services: Services,
  user: User,
  { current_password, code }: { current_password: string; code: string },
): Promise<Refusal | undefined> {
  if (user.passwordHash === null) return noPassword;
  if (!(await isPassword(user.passwordHash, current_password))) return wrongPassword;
  if (!user.totpEnabledAt) return undefined;
  if (code.trim() === "") return codeNeeded;
  const read = totpCodeSchema.safeParse(code);
  return read.success && (await takeSecondFactor(services, user, read.data)) ? undefined : wrongCode;
}

const noteRefusal = ({ db, now }: Services, { requestId, address }: RequestFacts, actor: UserActor, why: string): Promise<void> =>
  db.$transaction((tx) =>
    audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: actor.userId },
      action: "session.refuse_confirmation",
      targetKind: "session",
      targetId: actor.sessionId,
      after: { why, address },
      correlationId: requestId,
    }),
  );
