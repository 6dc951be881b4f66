import type { Scope } from "@hooklane/contracts";
import { done, type Refusal, type Result, refuse } from "../result.ts";
import type { Caller } from "./caller.ts";
import type { KeyDirectory } from "./key-directory.ts";

const BEARER = "bearer ";

/** One answer for every key that is none: missing, malformed, unknown, revoked. */
const unauthorized = refuse("unauthorized", "Send a valid API key as Authorization: Bearer hk_….");

/**
 * The caller behind an Authorization header, if its key has the scope.
 * @param onForbidden told of a live key that lacks it
 * @throws when the database cannot be asked
 */
export async function authenticate(
  keys: KeyDirectory,
  header: string | undefined,
  scope: Scope | readonly Scope[],
  onForbidden: (caller: Caller, refusal: Refusal) => void = () => {},
): Promise<Result<Caller>> {
  if (header === undefined || header.slice(0, BEARER.length).toLowerCase() !== BEARER) return unauthorized;
  const caller = await keys.identify(header.slice(BEARER.length).trim());
  if (!caller) return unauthorized;
  const wanted = typeof scope === "string" ? [scope] : scope;
  if (wanted.some((one) => caller.scopes.includes(one))) return done(caller);
  const refusal = refuse("forbidden", `This API key lacks the scope ${wanted.join(" or ")}.`);
  onForbidden(caller, refusal);
  return refusal;
}
