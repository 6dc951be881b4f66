import ipaddr from "ipaddr.js";
import { type AllowList, isAllowed } from "./allow-list.ts";
import { type IpAddress, isInNetwork, parseIpAddress } from "./ip-address.ts";

/**
 * Judges one address for one port: `ok` when it is globally routable unicast, or when the operator opened it.
 * `why` completes the sentence "the address …" and never repeats the address itself, since an answer of the
 * operator's own name server must not be shown to a tenant.
 */
export type AddressVerdict = { ok: true } | { ok: false; why: string };

const OK: AddressVerdict = { ok: true };

/**
 * The one address rule of the product, used at registration, before a dial and on the connected socket.
 *
 * IPv4 follows the IANA special-purpose registry. IPv6 must lie in 2000::/3, the only block allocated for global
 * unicast, outside its special-purpose parts. Forms that carry an IPv4 address inside are judged by that address too:
 * mapped addresses are the same destination, the well-known NAT64 prefix (RFC 6052) is public when the carried address
 * is, and IPv4-compatible, local NAT64 (RFC 8215), 6to4 and Teredo are refused whatever they carry.
 *
 * @param ip four decimal octets or IPv6, without brackets or zone id; anything else is refused.
 */
export function addressVerdict(ip: string, port: number, allow: AllowList): AddressVerdict {
  const address = parseIpAddress(ip);
  if (address === undefined) return refuse("is not a plain IP address");
  if (isAllowed(address, port, allow)) return OK;
  return address instanceof ipaddr.IPv4 ? judgeIpv4(address) : judgeIpv6(address);
}

const IPV4_REASONS: Record<string, string> = {
  unspecified: 'belongs to "this network" (0.0.0.0/8)',
  broadcast: "is the broadcast address",
  multicast: "is a multicast address",
  linkLocal: "is link-local",
  loopback: "is a loopback address",
  carrierGradeNat: "is shared address space (100.64.0.0/10)",
  private: "is private",
  reserved: "is reserved or for documentation and tests",
  as112: "is a sink for misdirected queries",
  amt: "is a multicast relay",
};

/** Routable by its number, but answered by the cloud platform to its own guests only (a virtual host's agent). */
const PLATFORM_SERVICES = [ipaddr.IPv4.parse("168.63.129.16")];

function judgeIpv4(address: ipaddr.IPv4): AddressVerdict {
  if (PLATFORM_SERVICES.some((service) => isInNetwork(address, service, 32))) return refuse("is a cloud platform's internal service");
  const range = address.range();
  return range === "unicast" ? OK : refuse(IPV4_REASONS[range] ?? "is not globally routable");
}

/** `embeddedAt` is the byte offset of a carried IPv4 address; `inverted` when its bits are stored flipped (RFC 4380). */
type Ipv6Block = { network: ipaddr.IPv6; bits: number; why: string; embeddedAt?: number; inverted?: boolean };

const block = (cidr: string, why: string, embedded: { at?: number; inverted?: boolean } = {}): Ipv6Block => {
  const [network, bits] = ipaddr.IPv6.parseCIDR(cidr);
  return { network, bits, why, embeddedAt: embedded.at, inverted: embedded.inverted };
};

const WELL_KNOWN_NAT64 = block("64:ff9b::/96", "is behind NAT64", { at: 12 });

/** First match decides. What is in no block and outside 2000::/3 is refused as unallocated. */
const IPV6_BLOCKS: readonly Ipv6Block[] = [
  block("::/128", "is the unspecified address"),
  block("::1/128", "is a loopback address"),
  block("::/96", "is IPv4-compatible, a withdrawn form", { at: 12 }),
  block("::ffff:0:0:0/96", "is an IPv4-translated address", { at: 12 }),
  block("64:ff9b:1::/48", "is behind a local NAT64", { at: 12 }),
  block("100::/64", "is discarded by routers"),
  block("fc00::/7", "is private (unique local)"),
  block("fe80::/10", "is link-local"),
  block("fec0::/10", "is site-local"),
  block("ff00::/8", "is a multicast address"),
  block("5f00::/16", "is a segment identifier"),
  block("2002::/16", "is a 6to4 address", { at: 2 }),
  block("2001::/32", "is a Teredo address", { at: 12, inverted: true }),
  block("2001::/23", "is set apart for protocols"),
  block("2001:db8::/32", "is for documentation"),
  block("3fff::/20", "is for documentation"),
  block("2620:4f:8000::/48", "is a sink for misdirected queries"),
];

const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

function judgeIpv6(address: ipaddr.IPv6): AddressVerdict {
  if (isInNetwork(address, WELL_KNOWN_NAT64.network, WELL_KNOWN_NAT64.bits)) {
    const carried = judgeIpv4(embeddedIpv4(address, WELL_KNOWN_NAT64));
    return carried.ok ? OK : refuse(`${WELL_KNOWN_NAT64.why} and carries an IPv4 address that ${carried.why}`);
  }
  const special = IPV6_BLOCKS.find((candidate) => isInNetwork(address, candidate.network, candidate.bits));
  if (special !== undefined) return refuse(describe(address, special));
  return isInNetwork(address, GLOBAL_UNICAST, 3) ? OK : refuse("is not allocated for global use");
}

function describe(address: IpAddress, special: Ipv6Block): string {
  if (special.embeddedAt === undefined) return special.why;
  const carried = judgeIpv4(embeddedIpv4(address, special));
  return carried.ok ? special.why : `${special.why} and carries an IPv4 address that ${carried.why}`;
}

function embeddedIpv4(address: IpAddress, { embeddedAt = 12, inverted = false }: Ipv6Block): ipaddr.IPv4 {
  const octets = address.toByteArray().slice(embeddedAt, embeddedAt + 4);
  return new ipaddr.IPv4(inverted ? octets.map((octet) => octet ^ 0xff) : octets);
}

function refuse(why: string): AddressVerdict {
  return { ok: false, why };
}
