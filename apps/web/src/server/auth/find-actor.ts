import { readSession } from "@hooklane/db";
import type { Services } from "../services.ts";
import type { UserActor } from "./actor.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { hashToken } from "./token.ts";

/**
 * The person behind a request's cookie. The session's row is read each time: one that was revoked, a role that was taken away, a person who was disabled count
 * from the next request on.
 */
export async function findActor(services: Services, cookie: (name: string) => string | undefined): Promise<UserActor | undefined> {
  const token = await readSessionCookie(services, cookie);
  const session = token === undefined ? undefined : await readSession(services.pool, hashToken(token));
  return session && { kind: "user", ...session };
}
