import { mayDo, type Right, type Role } from "@hooklane/contracts";
import type { AuditActor } from "@hooklane/db";
import { type Refusal, refuse } from "../result.ts";

/** On whose account a change is made: what its audit row says, and what the change is checked against. */
export interface Acting {
  tenantId: string;
  /** The tenant's. */
  plan: string;
  actor: AuditActor;
  /** What a person is in the tenant. Absent: an API key, whose scope its route has asked for. */
  role?: Role;
  /** The request that asked for it. */
  requestId: string | null;
}

/** Why the actor may not do this, if so. */
export function refuseWithout(right: Right, { actor, role }: Acting): Refusal | undefined {
  if (role ? mayDo(role, right) : actor.kind !== "user") return undefined;
  return refuse("forbidden", `Your role in this workspace does not allow this (${right}).`);
}
