import { readSession } from "@hooklane/db";
import type { Services } from "../services.ts";
import { recordVisitEnd } from "../use-cases/support/record-visit-end.ts";
import type { UserActor } from "./actor.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { hashToken } from "./token.ts";

/**
 * The person behind a request's cookie. The session's row is read each time: one that was revoked, a role that was taken away, a person who was disabled, a visit
 * whose time is up count from the next request on.
 */
export async function findActor(services: Services, cookie: (name: string) => string | undefined): Promise<UserActor | undefined> {
  const token = await readSessionCookie(services, cookie);
  const session = token === undefined ? undefined : await readSession(services.pool, hashToken(token));
  if (!session) return undefined;
  const { visit, ...row } = session;
  const person = { ...row, mustConfirm: services.sendsMail && !row.verified };
  if (!visit) return { kind: "user", ...person };
  const { over, ...rights } = visit;
  if (over === null) return { kind: "user", ...person, memberships: [], visit: rights };
  await recordVisitEnd(services, rights, over);
  return { kind: "user", ...person };
}
