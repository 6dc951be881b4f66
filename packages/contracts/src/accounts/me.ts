import type { Role } from "./roles.ts";

/** The person who is signed in, the tenants they belong to, and what the pages need to know of the installation. */
export interface MeView {
  user: { id: string; name: string; email: string };
  tenants: { id: string; name: string; plan: string; role: Role }[];
  /** Where programs reach this installation; no slash at its end. */
  public_url: string;
  /** Whether endpoints may be `http:`. */
  allow_http: boolean;
  /** Whether they want exact times in UTC instead of their browser's zone. */
  utc: boolean;
}
