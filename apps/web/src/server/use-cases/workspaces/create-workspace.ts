import { publicId } from "@hooklane/contracts";
import { audit, createTenantOf, renewSession } from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import type { UserActor } from "../../auth/actor.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";

const MAX_OWNED = 20;

/** Makes another workspace, owned by who asks. Their session gets a new token, as they may do more than before. */
export async function createWorkspace(
  { db, now }: Services,
  request: RequestFacts,
  actor: UserActor,
  name: string,
): Promise<Result<{ id: string; sessionToken: string }>> {
  if (actor.mustConfirm) return refuse("forbidden", "Confirm your e-mail address first: the link is in the mail that you were sent.");
  const sessionToken = newToken();
  return atomically(db, async (tx): Promise<Result<{ id: string; sessionToken: string }>> => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${actor.userId}::uuid FOR UPDATE`;
    const owned = await tx.membership.count({ where: { userId: actor.userId, role: "owner", tenant: { deletedAt: null } } });
    if (owned >= MAX_OWNED) return refuse("limit_reached", `One person owns at most ${MAX_OWNED} workspaces.`);
    const tenant = { name, kind: "customer", plan: "free" } as const;
    const tenantId = await createTenantOf(tx, now(), tenant, actor.userId);
    await renewSession(tx, actor.sessionId, hashToken(sessionToken));
    await audit(tx, now(), {
      tenantId,
      actor: { kind: "user", id: actor.userId },
      action: "tenant.create",
      targetKind: "tenant",
      targetId: tenantId,
      after: tenant,
      correlationId: request.requestId,
    });
    return done({ id: publicId("tenant", tenantId), sessionToken });
  });
}
