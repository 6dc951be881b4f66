import { FRESH_SIGN_IN_MS, type FreshDemand, freshDemands, mayDo, mayDoOnVisit, type Right, type Role } from "@hooklane/contracts";
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
  /** Why nothing may be changed at present, whatever the role: the person's address is not confirmed, or the tenant is to be deleted. */
  frozen?: "unconfirmed" | "to_be_deleted";
  /** When a person last proved who they are; ms by the database's clock. Absent: an API key, and staff on a visit. */
  authenticatedMs?: number;
  /** The request that asked for it. */
  requestId: string | null;
}

/** What changes nothing, or ends what freezes. */
const evenWhenFrozen: readonly Right[] = ["audit:read", "workspace:export", "workspace:delete"];

const frozenSentences = {
  unconfirmed: "Confirm your e-mail address first: the link is in the mail that you were sent.",
  to_be_deleted: "This workspace is to be deleted. An owner can keep it, in its settings.",
};

/** Why the actor may not do this, if so. */
export function refuseWithout(right: Right, { actor, role, frozen, visit }: Acting): Refusal | undefined {
  const refusal = visit ? refuseOnVisit(right, visit.isElevated) : refuseByRole(right, actor, role);
  if (refusal) return refusal;
  return frozen && !evenWhenFrozen.includes(right) ? refuse("forbidden", frozenSentences[frozen]) : undefined;
}

function refuseByRole(right: Right, actor: AuditActor, role: Role | undefined): Refusal | undefined {
  if (role ? mayDo(role, right) : actor.kind !== "user") return undefined;
  return refuse("forbidden", `Your role in this workspace does not allow this (${right}).`);
}

function refuseOnVisit(right: Right, isElevated: boolean): Refusal | undefined {
  if (!mayDoOnVisit(right)) return refuse("forbidden", `Support staff never do this in a customer's workspace (${right}).`);
  if (isElevated) return undefined;
  return refuse("forbidden", `This visit is read-only: elevate it to make changes (${right}).`);
}

/** Why the actor must prove first who they are, if so. A program is not asked: it proves itself by each call's key. */
export function refuseStale(
  demand: FreshDemand,
  { actor, authenticatedMs }: Pick<Acting, "actor" | "authenticatedMs">,
  nowMs: number,
): Refusal | undefined {
  if (actor.kind !== "user") return undefined;
  if (authenticatedMs !== undefined && nowMs - authenticatedMs <= FRESH_SIGN_IN_MS) return undefined;
  return refuse("confirmation_needed", `Confirm that it is you, before you ${freshDemands[demand]}.`);
}
