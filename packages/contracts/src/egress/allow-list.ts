import ipaddr from "ipaddr.js";
import { type IpAddress, isInNetwork, parseIpAddress } from "./ip-address.ts";

/** One opening in the egress guard: a single address and port, or every port of a network. */
export type AllowRule =
  | { readonly kind: "address"; readonly text: string; readonly address: IpAddress; readonly port: number }
  | { readonly kind: "network"; readonly text: string; readonly network: IpAddress; readonly prefixBits: number };

/** The operator's openings. Empty by default: then only globally routable addresses are reachable. */
export type AllowList = readonly AllowRule[];

export type AllowListReading = { ok: true; rules: AllowList } | { ok: false; problems: string[] };

/**
 * Reads `HOOKLANE_EGRESS_ALLOW`: a comma list of `IP:port` (`127.0.0.1:9000`, `[::1]:9000`) or CIDR (`10.1.0.0/16`,
 * `fd00::/8`). Names are refused: a name can change its address after it was allowed.
 *
 * @returns the rules in the order given, or every problem at once.
 */
export function parseAllowList(text: string): AllowListReading {
  const rules: AllowRule[] = [];
  const problems: string[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const rule = entry.includes("/") ? readNetwork(entry) : readAddress(entry);
    if (typeof rule === "string") problems.push(`"${entry}": ${rule}`);
    else rules.push(rule);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules };
}

/** True when a rule opens this address at this port. Addresses are compared as numbers, never as text. */
export function isAllowed(address: IpAddress, port: number, allow: AllowList): boolean {
  return allow.some((rule) =>
    rule.kind === "address"
      ? rule.port === port && isInNetwork(address, rule.address, addressBits(rule.address))
      : isInNetwork(address, rule.network, rule.prefixBits),
  );
}

function addressBits(address: IpAddress): number {
  return address.kind() === "ipv4" ? 32 : 128;
}

function readAddress(entry: string): AllowRule | string {
  if (parseIpAddress(entry) !== undefined) return "add a port (IPv6 in brackets), or a prefix length to open every port";
  const colon = entry.lastIndexOf(":");
  if (colon === -1) return "expected IP:port or a CIDR";
  const address = parseIpAddress(unbracket(entry.slice(0, colon)));
  if (address === undefined) return "the part before the port is not an IP address (IPv6 goes in brackets)";
  const portText = entry.slice(colon + 1);
  const port = readDecimal(portText, 65_535);
  if (port === undefined || port === 0) return "the port must be a number from 1 to 65535";
  return { kind: "address", text: entry, address, port };
}

function readNetwork(entry: string): AllowRule | string {
  const slash = entry.indexOf("/");
  const written = entry.slice(0, slash);
  const network = parseIpAddress(written);
  if (network === undefined) return "the part before the slash is not an IP address";
  if (network.kind() === "ipv4" && written.includes(":")) return "write IPv4 networks in IPv4 form";
  const prefixBits = readDecimal(entry.slice(slash + 1), addressBits(network));
  if (prefixBits === undefined) return `the prefix length must be a number from 0 to ${addressBits(network)}`;
  const first = firstOfNetwork(`${network}/${prefixBits}`, network);
  if (first.toString() !== network.toString()) {
    return `has bits set behind the prefix: write ${first}/${prefixBits} for the network or ${network}/${addressBits(network)} for the one address`;
  }
  return { kind: "network", text: entry, network, prefixBits };
}

function firstOfNetwork(cidr: string, network: IpAddress): IpAddress {
  return network.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
}

/** Brackets are required around IPv6 and forbidden around IPv4: anything else is ambiguous beside a port. */
function unbracket(host: string): string {
  const isBracketed = host.startsWith("[") && host.endsWith("]");
  if (isBracketed) return host.includes(":") ? host.slice(1, -1) : "";
  return host.includes(":") ? "" : host;
}

function readDecimal(text: string, max: number): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const value = Number(text);
  return value <= max ? value : undefined;
}
