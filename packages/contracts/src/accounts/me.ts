import type { Right, Role } from "./roles.ts";

/** The tenant that one of the support staff is at work in. */
export interface VisitView {
  /** The tenant's id. */
  tenant_id: string;
  reason: string;
  ticket: string;
  elevated: boolean;
  /** When it ends by itself. */
  ends_at: string;
  /** What it may do beyond reading, now. */
  rights: readonly Right[];
}

/** The person who is signed in, the tenants they belong to, and what the pages need to know of the installation. */
export interface MeView {
  user: {
    id: string;
    name: string;
    email: string;
    /** Until they have proved to read its mail they may look around and change nothing. */
    verified: boolean;
    /** Until the address is confirmed this person may look around and change nothing. */
    must_confirm: boolean;
  };
  /** During a visit the visited one alone. */
  tenants: {
    id: string;
    name: string;
    plan: string;
    role: Role;
    /** When it is to be deleted, if so; nothing is accepted or sent meanwhile. */
    delete_at: string | null;
    /** Whether its built-in receiver was opened. */
    has_inbox: boolean;
  }[];
  /** Whether mail leaves this installation; if not, its operator reads it in the outbox. */
  sends_mail: boolean;
  /** Whether the support console is theirs. */
  staff: boolean;
  visit: VisitView | null;
  /** Where programs reach this installation; no slash at its end. */
  public_url: string;
  /** Whether endpoints may be `http:`. */
  allow_http: boolean;
  /** Whether they want exact times in UTC instead of their browser's zone. */
  utc: boolean;
}
