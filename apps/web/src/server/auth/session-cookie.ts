import type { CookiesOptions } from "next-auth";
import { decode as openClaims, encode as sealClaims } from "next-auth/jwt";

/** What the cookie's token holds, sealed: the session's own token and nothing else. */
export interface SessionClaims {
  sid: string;
}

interface CookieRules {
  authSecret: string;
  publicUrl: string;
}

/** How long the way to another service and back may take. */
const SERVICE_TRIP_S = 900;
const DAY_S = 86_400;
/** As long as a session can last at the most; its row ends it sooner. */
export const COOKIE_MAX_AGE_S = 14 * DAY_S;

/** `__Host-` binds a cookie to this very host and to https; browsers refuse it over http. */
const prefix = (publicUrl: string): string => (publicUrl.startsWith("https:") ? "__Host-" : "");

export const sessionCookieName = (publicUrl: string): string => `${prefix(publicUrl)}hooklane.session`;

/** The cookies of sign-in, all out of reach of scripts. */
export function authCookies(publicUrl: string): Partial<CookiesOptions> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: publicUrl.startsWith("https:") } as const;
  return {
    sessionToken: { name: sessionCookieName(publicUrl), options },
    csrfToken: { name: `${prefix(publicUrl)}hooklane.csrf`, options },
    callbackUrl: { name: `${prefix(publicUrl)}hooklane.callback`, options },
    state: { name: `${prefix(publicUrl)}hooklane.state`, options: { ...options, maxAge: SERVICE_TRIP_S } },
    nonce: { name: `${prefix(publicUrl)}hooklane.nonce`, options: { ...options, maxAge: SERVICE_TRIP_S } },
    pkceCodeVerifier: { name: `${prefix(publicUrl)}hooklane.pkce`, options: { ...options, maxAge: SERVICE_TRIP_S } },
  };
}

/** The cookie that holds a session's token, as a Set-Cookie line. */
export async function writeSessionCookie({ authSecret, publicUrl }: CookieRules, token: string): Promise<string> {
  const sealed = await sealClaims({ token: { sid: token }, secret: authSecret, maxAge: COOKIE_MAX_AGE_S });
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookieName(publicUrl)}=${sealed}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The session's token inside a request's cookie; undefined without one, and for whatever was not sealed here. */
export async function readSessionCookie(
  { authSecret, publicUrl }: CookieRules,
  cookie: (name: string) => string | undefined,
): Promise<string | undefined> {
  const sealed = cookie(sessionCookieName(publicUrl));
  if (sealed === undefined || sealed === "") return undefined;
  try {
    const claims = (await openClaims({ token: sealed, secret: authSecret })) as Partial<SessionClaims> | null;
    return typeof claims?.sid === "string" ? claims.sid : undefined;
  } catch {
    return undefined; // altered, sealed under another secret, or past its end
  }
}

/** The cookies of a request; of several with one name the first. */
export function cookiesOf(headers: Headers): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at === -1) continue;
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    cookies[name] ??= value.includes("%") ? decode(value) : value;
  }
  return cookies;
}

/** Written with percent signs by whoever set it; what is no such writing is taken as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
