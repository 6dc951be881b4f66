import type { SignUp } from "@hooklane/contracts";
import { audit, createTenantWithOwner, findUserByEmail } from "@hooklane/db";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { hashPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

const UNIQUE_VIOLATION = "P2002";

/**
 * Makes an account and a workspace that it owns. The answer is the same when the address has an account already, which then stays as it is: only
 * whoever signs in with its password learns anything.
 */
export async function signUp(
  services: Services,
  request: RequestFacts,
  { name, email, password }: SignUp,
): Promise<Result<{ email: string }>> {
  const attempt = await countAttempt(services, "sign-up", email, request.address);
  if (attempt.refusal) return attempt.refusal;
  const passwordHash = await hashPassword(password);
  if (!(await findUserByEmail(services.db, email))) {
    try {
      await createAccount(services, request, { name, email, passwordHash });
    } catch (error) {
      // Someone else took the address between the look and the write
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    }
  }
  return done({ email });
}

async function createAccount(
  { db, now }: Services,
  request: RequestFacts,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<void> {
  const tenant = { name, kind: "customer", plan: "free" } as const;
  await db.$transaction(async (tx) => {
    const { tenantId, userId } = await createTenantWithOwner(tx, now(), { ...tenant, email, passwordHash });
    const common = { tenantId, actor: { kind: "user", id: userId }, correlationId: request.requestId } as const;
    await audit(tx, now(), { ...common, action: "tenant.create", targetKind: "tenant", targetId: tenantId, after: tenant });
    await audit(tx, now(), { ...common, action: "user.create", targetKind: "user", targetId: userId, after: { email, role: "owner" } });
  });
}
