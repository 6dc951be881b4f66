import type { Acting } from "../use-cases/actor.ts";
import type { ApiKeyActor, UserActor } from "./actor.ts";

/** A person at work in a tenant; undefined for whoever is no member, to whom it must look as if there were no such tenant. */
export function actAsMember({ userId, verified, memberships }: UserActor, tenantId: string, requestId: string): Acting | undefined {
  const membership = memberships.find((one) => one.tenantId === tenantId);
  if (!membership) return undefined;
  const { plan, role, deleteAt } = membership;
  const frozen = !verified ? "unconfirmed" : deleteAt !== null ? "to_be_deleted" : undefined;
  return { tenantId, plan, actor: { kind: "user", id: userId }, role, requestId, ...(frozen && { frozen }) };
}

/** A program at work in the tenant of its key, the only one it knows. */
export const actAsKey = ({ keyId, tenantId, plan }: ApiKeyActor, requestId: string): Acting => ({
  tenantId,
  plan,
  actor: { kind: "api_key", id: keyId },
  requestId,
});
