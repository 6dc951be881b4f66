import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** The proxies whose word on who their client is counts. */
export type TrustedProxies = Pick<BlockList, "check">;

/** Reads `HOOKLANE_TRUSTED_PROXIES`: a comma list of IP addresses and CIDRs. @returns the list, or every problem at once */
export function parseTrustedProxies(text: string): { ok: true; proxies: TrustedProxies } | { ok: false; problems: string[] } {
  const proxies = new BlockList();
  const problems: string[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", prefix, ...rest] = entry.split("/");
    const bits = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix);
    if (isIP(address) === 0 || rest.length > 0 || !/^\d{0,3}$/.test(prefix ?? "") || prefix === "" || length > bits) {
      problems.push(`"${entry}": expected an IP address or a CIDR`);
    } else {
      proxies.addSubnet(address, length, familyOf(address));
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, proxies };
}

/**
 * Who sent a request: the socket's address, or, where that is a trusted proxy, the last address of X-Forwarded-For that is none. What comes before it
 * was written by the client and is worth nothing.
 */
export function readClientAddress(socketAddress: string | undefined, headers: IncomingHttpHeaders, proxies: TrustedProxies): string {
  let address = plain(socketAddress ?? "");
  const forwarded = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",");
  for (const next of forwarded.reverse().map((part) => plain(part.trim()))) {
    if (isIP(next) === 0 || isIP(address) === 0 || !proxies.check(address, familyOf(address))) break;
    address = next;
  }
  return address;
}

/** What is limited as one client: an IPv4 address, and of an IPv6 one the 64 bits that one subscriber line has to itself. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = (address.split("%")[0] as string).split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === "" ? [] : tail.split(":");
  const all = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill("0"), ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");

/** IPv4 by itself, however the system wrote it. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
