import { addressVerdict } from "./address-verdict.ts";
import type { AllowList } from "./allow-list.ts";
import { readHost } from "./endpoint-host.ts";
import { isOwnInbox, type OwnInbox } from "./own-inbox.ts";

/** Longest endpoint URL in characters, measured on the text given and again on the canonical form. */
export const MAX_ENDPOINT_URL_LENGTH = 2_048;

export type EndpointUrlRefusalCode =
  | "too_long"
  | "invalid_character"
  | "malformed"
  | "unsupported_scheme"
  | "http_not_allowed"
  | "userinfo"
  | "fragment"
  | "zone_id"
  | "invalid_port"
  | "invalid_host"
  | "blocked_destination";

export type EndpointUrlRules = {
  /** `HOOKLANE_ALLOW_HTTP`: without it only `https:` is accepted. */
  allowHttp: boolean;
  allow: AllowList;
  /** The built-in receiver, which may be called whatever the other rules say; absent: there is none. */
  inbox?: OwnInbox | undefined;
};

export type EndpointUrl = {
  ok: true;
  /** The canonical form: what is stored, shown and requested. Reading it again gives the same result. */
  url: string;
  scheme: "http" | "https";
  /** Lower case, IDNA, no trailing dot, IPv6 without brackets: the form a resolver or a socket takes. */
  hostname: string;
  port: number;
  /** `host:port` with the port always written and IPv6 in brackets: the politeness key of the host gate. */
  authority: string;
  /** Path and query exactly as they go on the request line; at least `/`. */
  path: string;
};

/** `detail` is a full sentence for the person who typed the URL. */
export type EndpointUrlRefusal = { ok: false; code: EndpointUrlRefusalCode; detail: string };

/**
 * Reads an endpoint URL and applies the egress rules to its parsed parts, in time linear in its length. The same rules
 * hold at registration and before every request, so a row that came in another way is refused too.
 *
 * Names are judged by what they resolve to, at dial time; here only names that can never leave the machine or the site
 * are refused. Names without a dot and underscores are accepted: both are in use and harmless.
 */
export function parseEndpointUrl(raw: string, rules: EndpointUrlRules): EndpointUrl | EndpointUrlRefusal {
  if (raw.length > MAX_ENDPOINT_URL_LENGTH) return refuse("too_long", `A URL may have at most ${MAX_ENDPOINT_URL_LENGTH} characters.`);
  const unusable = findUnusableCharacter(raw);
  if (unusable !== undefined) return refuse("invalid_character", `The URL contains ${unusable}.`);
  if (!URL.canParse(raw)) return explainUnparsable(raw);

  const parsed = new URL(raw);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    return refuse("unsupported_scheme", "Only https:// and http:// URLs can be called.");
  }
  const scheme = parsed.protocol === "https:" ? "https" : "http";
  const authorityText = readAuthority(raw, parsed.protocol);
  if (authorityText === undefined) return refuse("malformed", `Write the URL as ${scheme}://host/path.`);
  if (authorityText.includes("@")) {
    return refuse("userinfo", "User name and password do not belong in the URL; send credentials in a custom header instead.");
  }
  // An empty fragment leaves no trace in the parsed URL; every "#" of a parsable URL starts a fragment.
  if (raw.includes("#")) return refuse("fragment", "The part from # on is never sent; remove it.");
  const { inbox } = rules;
  const own = inbox && isOwnInbox(parsed, inbox) ? { allowHttp: true, allow: [...rules.allow, ...inbox.allow] } : rules;
  if (scheme === "http" && !own.allowHttp) return refuse("http_not_allowed", "This installation calls https:// endpoints only.");
  if (parsed.port === "0") return refuse("invalid_port", "Port 0 cannot be called.");
  return judgeDestination(parsed, scheme, own);
}

function judgeDestination(parsed: URL, scheme: "http" | "https", rules: EndpointUrlRules): EndpointUrl | EndpointUrlRefusal {
  const host = readHost(parsed.hostname);
  if (!host.ok) return refuse("invalid_host", host.detail);
  const port = parsed.port === "" ? (scheme === "https" ? 443 : 80) : Number(parsed.port);

  if (host.kind === "address") {
    const verdict = addressVerdict(host.hostname, port, rules.allow);
    if (!verdict.ok) return refuse("blocked_destination", `The address ${host.hostname} ${verdict.why}.`);
  } else if (host.kind === "loopback_name") {
    const isOpen = ["127.0.0.1", "::1"].some((address) => addressVerdict(address, port, rules.allow).ok);
    if (!isOpen) return refuse("blocked_destination", `The name ${host.hostname} always means the machine itself.`);
  } else if (host.kind === "site_name" && rules.allow.length === 0) {
    return refuse("blocked_destination", `The name ${host.hostname} exists inside a private network only.`);
  }

  // The parser kept path and query as given, apart from its own percent-encoding; only the host may lose a final dot.
  const path = parsed.href.slice(parsed.origin.length);
  const written = host.hostname.includes(":") ? `[${host.hostname}]` : host.hostname;
  const url = `${scheme}://${written}${parsed.port === "" ? "" : `:${port}`}${path}`;
  if (url.length > MAX_ENDPOINT_URL_LENGTH) {
    return refuse("too_long", `With percent-encoding the URL has more than ${MAX_ENDPOINT_URL_LENGTH} characters.`);
  }
  return { ok: true, url, scheme, hostname: host.hostname, port, authority: `${written}:${port}`, path };
}

/** The parser drops some of these silently, so they are looked for before it runs. */
function findUnusableCharacter(raw: string): string | undefined {
  for (let index = 0; index < raw.length; index++) {
    const code = raw.charCodeAt(index);
    if (code === 0x20) return "a space";
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "a control character";
    if (code === 0x5c) return "a backslash (write %5C if the receiver needs one)";
  }
  return raw.isWellFormed() ? undefined : "half of a surrogate pair";
}

/**
 * The authority as written, or undefined when the scheme is not followed by exactly two slashes: the parser accepts
 * `http:example.com` and `http:////example.com`, people do not mean them.
 */
function readAuthority(raw: string, protocol: string): string | undefined {
  const rest = raw.slice(protocol.length);
  if (!rest.startsWith("//") || rest.startsWith("///")) return undefined;
  const end = [rest.indexOf("/", 2), rest.indexOf("?"), rest.indexOf("#")].filter((at) => at !== -1);
  return rest.slice(2, Math.min(rest.length, ...end));
}

function explainUnparsable(raw: string): EndpointUrlRefusal {
  const open = raw.indexOf("[");
  if (open !== -1 && raw.slice(open, raw.indexOf("]", open)).includes("%")) {
    return refuse("zone_id", "A zone id names a network interface of this machine and cannot be called.");
  }
  return refuse("malformed", "This is not a complete URL with a valid host and a port from 1 to 65535.");
}

function refuse(code: EndpointUrlRefusalCode, detail: string): EndpointUrlRefusal {
  return { ok: false, code, detail };
}
