import type { Role } from "./roles.ts";

/** The person who is signed in, the tenants they belong to, and what the pages need to know of the installation. */
export interface MeView {
  user: {
    id: string;
    name: string;
    email: string;
    /** Until they have proved to read its mail they may look around and change nothing. */
    verified: boolean;
  };
  tenants: {
    id: string;
    name: string;
    plan: string;
    role: Role;
    /** When it is to be deleted, if so; nothing is accepted or sent meanwhile. */
    delete_at: string | null;
  }[];
  /** Whether mail leaves this installation; if not, its operator reads it in the outbox. */
  sends_mail: boolean;
  /** Where programs reach this installation; no slash at its end. */
  public_url: string;
  /** Whether endpoints may be `http:`. */
  allow_http: boolean;
}
