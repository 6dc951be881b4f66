import type { Acting } from "../use-cases/actor.ts";
import type { ApiKeyActor, UserActor, Visit } from "./actor.ts";

/** A person at work in a tenant; undefined for whoever has no business there, to whom it must look as if there were no such tenant. */
export function actAsMember(
  { userId, mustConfirm, memberships, visit, authenticatedMs }: UserActor,
  tenantId: string,
  requestId: string,
): Acting | undefined {
  if (visit) return visit.tenantId === tenantId ? actOnVisit(userId, visit, requestId) : undefined;
  const membership = memberships.find((one) => one.tenantId === tenantId);
  if (!membership) return undefined;
  const { plan, role, deleteAt } = membership;
  const frozen = mustConfirm ? "unconfirmed" : deleteAt !== null ? "to_be_deleted" : undefined;
  return { tenantId, plan, actor: { kind: "user", id: userId }, role, requestId, authenticatedMs, ...(frozen && { frozen }) };
}

/** One of the staff in a tenant. With the least role, so that what asks for roles grants nothing; what a visit may do beyond reading, `refuseWithout` says. */
function actOnVisit(userId: string, { id, tenantId, plan, deleteAt, isElevated }: Visit, requestId: string): Acting {
  return {
    tenantId,
    plan,
    actor: { kind: "user", id: userId, onBehalfOf: tenantId, visitId: id },
    role: "viewer",
    visit: { id, isElevated },
    requestId,
    ...(deleteAt !== null && { frozen: "to_be_deleted" as const }),
  };
}

/** A program at work in the tenant of its key, the only one it knows. */
export const actAsKey = ({ keyId, tenantId, plan }: ApiKeyActor, requestId: string): Acting => ({
  tenantId,
  plan,
  actor: { kind: "api_key", id: keyId },
  requestId,
});
