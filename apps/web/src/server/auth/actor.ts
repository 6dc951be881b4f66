import type { Role } from "@hooklane/contracts";
import type { SessionVisit } from "@hooklane/db";
import type { Caller } from "../http/caller.ts";

/** A person's place in a tenant. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  plan: string;
  role: Role;
  /** ISO 8601; when the tenant is to be deleted, null if it stays. */
  deleteAt: string | null;
  /** Its built-in receiver was opened. */
  hasInbox: boolean;
}

/** A tenant that one of the staff is at work in; it gives rights at this request. */
export type Visit = Omit<SessionVisit, "over">;

/** A person who is signed in, as the row of their session says at this request. */
export interface UserActor {
  kind: "user";
  userId: string;
  /** Names the session in logs and audit rows; signs nobody in. */
  sessionId: string;
  email: string;
  name: string;
  /** Whether they have proved to read the mail of their address. */
  verified: boolean;
  /** They have not, and may only look around until they do. Never so without a mail server: nobody could send them the link. */
  mustConfirm: boolean;
  isStaff: boolean;
  /** When they last proved who they are; ms by the database's clock. */
  authenticatedMs: number;
  /** Whether they want exact times in UTC instead of their browser's zone. */
  utcClock: boolean;
  /** None of them counts during a visit: then the visited tenant is the only one. */
  memberships: readonly Membership[];
  visit?: Visit;
}

/** A program that called with an API key. */
export interface ApiKeyActor extends Caller {
  kind: "api_key";
}

export type Actor = UserActor | ApiKeyActor;
