import type { AuditActor } from "@hooklane/db";
import type { UserActor } from "./actor.ts";

/** One of the support staff at work in the console: on their own account, in no tenant. */
export interface Staff {
  userId: string;
  sessionId: string;
  actor: AuditActor;
  /** The tenant that they visit; then the console is for reading. */
  visit?: { id: string; isElevated: boolean };
  requestId: string;
  /** When they last proved who they are; ms by the database's clock. */
  authenticatedMs: number;
}

/** Undefined for whoever is not of the staff, to whom it must look as if there were no console. */
export const actAsStaff = ({ isStaff, userId, sessionId, visit, authenticatedMs }: UserActor, requestId: string): Staff | undefined =>
  isStaff ? { userId, sessionId, actor: { kind: "user", id: userId }, requestId, authenticatedMs, ...(visit && { visit }) } : undefined;
