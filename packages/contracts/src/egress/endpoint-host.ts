import { parseIpAddress } from "./ip-address.ts";

/** RFC 1035 limits, in octets without the trailing dot. */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/**
 * `loopback_name`: localhost and below (RFC 6761), loopback by rule. `site_name`: reserved for private networks
 * (`local` RFC 6762, `home.arpa` RFC 8375, `internal` by ICANN), so it cannot resolve to anything public.
 */
export type HostReading =
  | { ok: true; kind: "address" | "loopback_name" | "site_name" | "name"; hostname: string }
  | { ok: false; detail: string };

/**
 * Reads the hostname of a parsed URL: an address loses its brackets, a name its trailing dot. IDNA and lower case are
 * the URL parser's work.
 */
export function readHost(hostname: string): HostReading {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (parseIpAddress(bare) !== undefined) return { ok: true, kind: "address", hostname: bare };

  const name = bare.endsWith(".") ? bare.slice(0, -1) : bare;
  if (name.length > MAX_NAME_LENGTH) return { ok: false, detail: `A host name may have at most ${MAX_NAME_LENGTH} characters.` };
  const labels = name.split(".");
  if (labels.some((label) => label.length === 0)) return { ok: false, detail: "The host name has an empty part between dots." };
  if (labels.some((label) => label.length > MAX_LABEL_LENGTH)) {
    return { ok: false, detail: `A part of the host name has more than ${MAX_LABEL_LENGTH} characters.` };
  }
  if (!/^[a-z0-9._-]*$/.test(name)) return { ok: false, detail: "A host name consists of letters, digits, hyphens and underscores." };
  return { ok: true, kind: kindOfName(labels), hostname: name };
}

/** True for names that mean the machine itself whatever a name server says (RFC 6761 section 6.3). */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

function kindOfName(labels: readonly string[]): "loopback_name" | "site_name" | "name" {
  const name = labels.join(".");
  if (isLoopbackName(name)) return "loopback_name";
  const isSiteName = ["local", "internal"].includes(labels.at(-1) ?? "") || name === "home.arpa" || name.endsWith(".home.arpa");
  return isSiteName ? "site_name" : "name";
}
