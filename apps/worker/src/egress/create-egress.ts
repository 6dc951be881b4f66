import type { AllowList, OwnInbox } from "@hooklane/contracts/egress";
import { createConnectionPool } from "./connection-pool.ts";
import { createDial } from "./dial.ts";
import { createDnsSource, type DnsSource } from "./dns-source.ts";
import type { EgressRequest, Exchange } from "./exchange.ts";
import { createHostsFile } from "./hosts-file.ts";
import { createPoster } from "./post.ts";
import { createResolver } from "./resolver.ts";
import { createTrust } from "./secure-socket.ts";

export type EgressOptions = {
  /** `HOOKLANE_EGRESS_ALLOW`, parsed. */
  allow: AllowList;
  /** `HOOKLANE_ALLOW_HTTP`. */
  allowHttp: boolean;
  /** The built-in receiver; absent: there is none. */
  inbox?: OwnInbox | undefined;
  /** TCP and TLS together, over all addresses of a name. */
  connectTimeoutMs: number;
  /** The whole request; must be shorter than a lease. */
  totalTimeoutMs: number;
  /** Sockets per scheme, host and port. */
  maxConnectionsPerHost: (host: string) => number;
  /** How much of an answer's body is read and kept. */
  maxBodyBytes: number;
  /** One name lookup, both address families together. Default 5,000. */
  dnsTimeoutMs?: number;
  /** Name lookups one tenant may have running. Default 8. */
  lookupsPerTenant?: number;
  /** Unused sockets kept over all hosts. Default 512. */
  maxIdleConnections?: number;
  /** Certificate authorities trusted beside those of the process, as PEM texts. */
  extraCertificates?: readonly string[];
  /** Where names are looked up. Default: the name servers of the system, through c-ares. */
  dns?: DnsSource;
};

export type EgressStats = {
  inFlight: number;
  hosts: number;
  connections: number;
  idleConnections: number;
  /** Requests that wait for a connection of their host. */
  waiting: number;
  cachedNames: number;
  lookupsInFlight: number;
  lookupsWaiting: number;
};

/** Every outbound request of the product goes through one of these: deliveries, test events, alert webhooks. */
export type Egress = {
  /**
   * Posts once, without following redirects or decoding anything. Never rejects. A request on a kept connection that
   * died unanswered is repeated once on a new one; nothing else is ever repeated here.
   */
  post(request: EgressRequest): Promise<Exchange>;
  stats(): EgressStats;
  /** Ends running requests as `shutdown` and closes every connection. To drain, wait until `stats().inFlight` is 0 first. */
  close(): Promise<void>;
};

const MAX_CACHED_NAMES = 10_000;

export function createEgress(options: EgressOptions): Egress {
  const resolver = createResolver({
    source: options.dns ?? createDnsSource(),
    hostsFile: createHostsFile(),
    dnsTimeoutMs: options.dnsTimeoutMs ?? 5_000,
    lookupsPerTenant: options.lookupsPerTenant ?? 8,
    maxCachedNames: MAX_CACHED_NAMES,
  });
  const dial = createDial({
    allow: options.allow,
    inbox: options.inbox,
    resolver,
    trust: createTrust(options.extraCertificates),
    connectTimeoutMs: options.connectTimeoutMs,
  });
  const pool = createConnectionPool({
    dial,
    maxConnectionsPerHost: options.maxConnectionsPerHost,
    maxIdleConnections: options.maxIdleConnections ?? 512,
  });
  const poster = createPoster({ ...options, pool });

  return {
    post: poster.post,
    stats: () => ({ inFlight: poster.inFlight, ...pool.stats(), ...resolver.stats() }),
    async close() {
      await poster.stop();
      pool.close();
      resolver.close();
    },
  };
}
