import type { Cause, ClientErrorCause } from "../classify/cause.ts";

type NotYet = "http_408" | "http_425" | "http_429";

/** What, when every attempt shares it, points at a setting and not at an outage. */
export type ConfigErrorCause = Exclude<ClientErrorCause, NotYet> | "http_3xx" | "tls_error" | "dns_nxdomain" | "blocked_destination";

const others: ReadonlySet<string> = new Set(["http_3xx", "tls_error", "dns_nxdomain", "blocked_destination"]);
/** 4xx that ask for patience instead of another setting. */
const notYet: ReadonlySet<string> = new Set<NotYet>(["http_408", "http_425", "http_429"]);

/** 5xx, timeouts and refused connections are outages: never a configuration error, however uniform. */
export function isConfigErrorCause(cause: Cause): cause is ConfigErrorCause {
  return others.has(cause) || (/^http_4\d\d$/.test(cause) && !notYet.has(cause));
}

/** The status that all attempts share; null for causes without one. */
export function statusOf(cause: ConfigErrorCause): number | null {
  const status = Number(cause.slice("http_".length));
  return cause.startsWith("http_4") && Number.isInteger(status) ? status : null;
}

const authenticationHint =
  "Check that the endpoint verifies with this endpoint's current secret, over the raw body, and that its clock is right: signatures are refused when it is more than five minutes off.";

const hints: { readonly [cause in ConfigErrorCause]?: string } = {
  http_400: `The endpoint refuses every request as malformed. ${authenticationHint}`,
  http_401: `The endpoint refuses every request as unauthenticated. ${authenticationHint}`,
  http_403:
    "The endpoint forbids every request. Check firewalls, allow lists and bot protection in front of it, and the credentials in custom headers.",
  http_404: "Nothing is found at this URL. Check its path, and that the receiver is deployed there.",
  http_405: "The URL does not take POST requests. Check its path and the route's method.",
  http_410: "The endpoint says that it is gone for good. Enter its new URL, or delete it.",
  http_413: "The endpoint refuses the size of every request. Raise its limit on request bodies.",
  http_415: "The endpoint does not take this content type. Let it accept application/json, or choose another format.",
  http_422: "The endpoint reads every request and refuses what it says. Check the event types and the format it expects.",
  http_3xx:
    "The endpoint redirects every request, and redirects are not followed. Enter the final URL; the attempt log shows its Location.",
  tls_error:
    "No trusted TLS connection can be made. Check that the certificate is valid, complete with its chain, and issued for this name.",
  dns_nxdomain: "The host name does not exist. Check the URL for a typing error, and the domain's DNS records.",
  blocked_destination: "The host name leads to an address that is not public, which is never contacted. Enter a publicly reachable URL.",
};

/** What to check, as a sentence for the endpoint's owner. */
export function hintFor(cause: ConfigErrorCause): string {
  return hints[cause] ?? `The endpoint answers ${statusOf(cause)} to every request. Check its URL, its secret and what it expects.`;
}
