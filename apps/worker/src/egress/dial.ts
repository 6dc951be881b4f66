import { isIP, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { type AllowList, addressVerdict, type OwnInbox } from "@hooklane/contracts/egress";
import { type Failure, failure } from "./exchange.ts";
import { judgeAddresses } from "./judge-addresses.ts";
import { openSocket } from "./open-socket.ts";
import type { Resolver } from "./resolver.ts";
import { secureSocket } from "./secure-socket.ts";

export type Destination = {
  scheme: "http" | "https";
  hostname: string;
  port: number;
  /** Host and port as subscriptions are filed by. */
  authority: string;
};

export type DialTimings = { dnsMs?: number; connectMs?: number; tlsMs?: number };

/** A checked connection, or why there is none. Timings hold what was reached in either case. */
export type DialOutcome = ({ ok: true; socket: Socket; remoteAddress: string } | (Failure & { remoteAddress?: string })) & {
  timings: DialTimings;
};

export type Dial = (destination: Destination, tenantId: string, signal: AbortSignal) => Promise<DialOutcome>;

export type DialOptions = {
  allow: AllowList;
  /** See OwnInbox. That only its URLs come here with its host and port is the poster's business, which reads the whole URL. */
  inbox?: OwnInbox | undefined;
  resolver: Resolver;
  trust: SecureContext;
  /** From the first TCP packet to the end of the TLS handshake, over all addresses tried. */
  connectTimeoutMs: number;
};

/** A name with more addresses is no more reachable, it only takes longer to fail. */
const MAX_ADDRESSES_TRIED = 4;

/**
 * The only way out of this process for requests: resolves, judges every address, connects to a judged one, and judges
 * the address of the connected socket again before a byte is written. Nothing here reads proxy variables.
 */
export function createDial({ allow: allowed, inbox, resolver, trust, connectTimeoutMs }: DialOptions): Dial {
  /** Another name that resolves to the inbox's address is not the inbox. */
  const allowFor = ({ hostname, port }: Destination): AllowList =>
    inbox && hostname === inbox.hostname && port === inbox.port ? [...allowed, ...inbox.allow] : allowed;

  async function findAddresses(destination: Destination, tenantId: string, signal: AbortSignal, timings: DialTimings) {
    const { hostname, port } = destination;
    const allow = allowFor(destination);
    if (isIP(hostname) !== 0) {
      const verdict = addressVerdict(hostname, port, allow);
      if (verdict.ok) return { ok: true as const, addresses: [hostname] };
      return failure("blocked_destination", `The address ${hostname} ${verdict.why}.`);
    }
    const startedAt = performance.now();
    const resolved = await resolver.resolve(hostname, tenantId, signal);
    timings.dnsMs = performance.now() - startedAt;
    return resolved.ok ? judgeAddresses(hostname, resolved, port, allow) : resolved;
  }

  /** Each address gets an equal part of the time that is left. */
  async function connectToAny(addresses: readonly string[], port: number, until: number, signal: AbortSignal) {
    let last: Failure = failure("connect_timeout", "No address to connect to.");
    let remoteAddress: string | undefined;
    for (const [index, address] of addresses.entries()) {
      const share = (until - performance.now()) / (addresses.length - index);
      const opened = await openSocket(address, port, Math.max(1, share), signal);
      remoteAddress = address;
      if (opened.ok) return { ...opened, remoteAddress };
      last = opened;
      if (signal.aborted) break;
    }
    return { ...last, remoteAddress };
  }

  return async (destination, tenantId, signal) => {
    const timings: DialTimings = {};
    const found = await findAddresses(destination, tenantId, signal, timings);
    if (!found.ok) return { ...found, timings };

    const startedAt = performance.now();
    const until = startedAt + connectTimeoutMs;
    const opened = await connectToAny(found.addresses.slice(0, MAX_ADDRESSES_TRIED), destination.port, until, signal);
    timings.connectMs = performance.now() - startedAt;
    if (!opened.ok) return { ...opened, timings };

    const { socket, remoteAddress } = opened;
    const verdict = addressVerdict(socket.remoteAddress ?? "", destination.port, allowFor(destination));
    if (!verdict.ok) {
      const wasReset = socket.remoteAddress === undefined;
      socket.destroy();
      if (wasReset) return { ...failure("connect_reset", "The connection was closed at once."), remoteAddress, timings };
      return { ...failure("blocked_destination", `The connection led to an address that ${verdict.why}.`), remoteAddress, timings };
    }
    if (destination.scheme === "http") return { ok: true, socket, remoteAddress, timings };

    const securedAt = performance.now();
    const secured = await secureSocket(socket, destination.hostname, trust, Math.max(1, until - securedAt), signal);
    timings.tlsMs = performance.now() - securedAt;
    return secured.ok ? { ok: true, socket: secured.socket, remoteAddress, timings } : { ...secured, remoteAddress, timings };
  };
}
