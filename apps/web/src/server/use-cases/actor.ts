import { mayDo, mayDoOnVisit, type Right, type Role } from "@hooklane/contracts";
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
  /** The actor is one of the support staff, who is no member: reads, and once elevated does what `mayDoOnVisit` says. */
  visit?: { id: string; isElevated: boolean };
  /** The request that asked for it. */
  requestId: string | null;
}

/** Why the actor may not do this, if so. */
export function refuseWithout(right: Right, { actor, role, visit }: Acting): Refusal | undefined {
  if (visit) return refuseOnVisit(right, visit.isElevated);
  if (role ? mayDo(role, right) : actor.kind !== "user") return undefined;
  return refuse("forbidden", `Your role in this workspace does not allow this (${right}).`);
}

function refuseOnVisit(right: Right, isElevated: boolean): Refusal | undefined {
  if (!mayDoOnVisit(right)) return refuse("forbidden", `Support staff never do this in a customer's workspace (${right}).`);
  if (isElevated) return undefined;
  return refuse("forbidden", `This visit is read-only: elevate it to make changes (${right}).`);
}
