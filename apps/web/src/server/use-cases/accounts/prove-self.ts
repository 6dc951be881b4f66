import type { User } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { isPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";

/** Checks that who asks knows the account's password, and does not just sit at an open browser. Counted as guesses are. */
export async function proveSelf(services: Services, request: RequestFacts, actor: UserActor, password: string): Promise<Result<User>> {
  const attempt = await countAttempt(services, "password", actor.userId, request.address);
  if (attempt.refusal) return attempt.refusal;
  const user = await services.db.user.findUnique({ where: { id: actor.userId } });
  if (user && user.passwordHash === null) {
    return refuse(
      "unprocessable",
      "This account has no password yet: sign out, and choose one with “Forgot your password?”.",
      "current_password",
    );
  }
  if (!(await isPassword(user?.passwordHash, password)) || !user) {
    return refuse("unprocessable", "This is not your present password.", "current_password");
  }
  await attempt.giveBack();
  return done(user);
}
