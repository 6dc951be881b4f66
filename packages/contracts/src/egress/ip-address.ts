import ipaddr from "ipaddr.js";

/** A parsed address. IPv4-mapped IPv6 is already unwrapped: both spellings reach the same destination. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses one address strictly: four decimal octets, or IPv6 without a zone id. The short, octal and hexadecimal IPv4
 * spellings are refused, because the systems that read them disagree on what they mean; a URL parser has already
 * turned them into four decimal octets.
 *
 * @returns undefined for anything else.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || text.includes("%")) return undefined;
  const hexadecimal = text.includes(".") ? withoutDottedTail(text) : text;
  if (hexadecimal === undefined || !ipaddr.IPv6.isValid(hexadecimal)) return undefined;
  const address = ipaddr.IPv6.parse(hexadecimal);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Rewrites `…:a.b.c.d` as two groups. The library reads `::a.b.c.d` as a mapped address, the network does not. */
function withoutDottedTail(text: string): string | undefined {
  const start = text.lastIndexOf(":") + 1;
  const tail = text.slice(start);
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).octets;
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** True when `address` lies in the network of `prefixBits` leading bits of `network`. False across families. */
export function isInNetwork(address: IpAddress, network: IpAddress, prefixBits: number): boolean {
  return address.kind() === network.kind() && address.match(network, prefixBits);
}
