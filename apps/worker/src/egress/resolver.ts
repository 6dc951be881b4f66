import { isLoopbackName } from "@hooklane/contracts/egress";
import { LRUCache } from "lru-cache";
import { abortFailure, unlessAborted } from "./abort.ts";
import type { DnsSource } from "./dns-source.ts";
import type { Failure } from "./exchange.ts";
import type { HostsFile } from "./hosts-file.ts";
import { lookUpName, type NameAnswer } from "./look-up-name.ts";
import { createTenantSlots } from "./tenant-slots.ts";

/**
 * The addresses behind a name. `anyOf` marks loopback by rule: there each address stands for itself. For every other
 * name one address that must not be contacted refuses them all.
 */
export type ResolvedName = { ok: true; addresses: readonly string[]; anyOf?: boolean };

export type Resolver = {
  resolve(hostname: string, tenantId: string, signal: AbortSignal): Promise<ResolvedName | Failure>;
  stats(): { cachedNames: number; lookupsInFlight: number; lookupsWaiting: number };
  close(): void;
};

export type ResolverOptions = {
  source: DnsSource;
  hostsFile: HostsFile;
  /** Limit of one lookup, both address families together. */
  dnsTimeoutMs: number;
  /** Lookups one tenant may have running; the rest wait inside their own deadline. */
  lookupsPerTenant: number;
  maxCachedNames: number;
  /** Monotonic milliseconds, never 0. */
  now?: () => number;
};

/** Loopback by rule (RFC 6761 section 6.3): a name server is not asked and cannot disagree. */
const LOOPBACK: ResolvedName = { ok: true, addresses: ["127.0.0.1", "::1"], anyOf: true };

export function createResolver({ source, hostsFile, dnsTimeoutMs, lookupsPerTenant, maxCachedNames, now }: ResolverOptions): Resolver {
  const clock = now ?? (() => performance.now());
  const answers = new LRUCache<string, NameAnswer>({ max: maxCachedNames, perf: { now: clock }, ttlResolution: 0 });
  const running = new Map<string, Promise<NameAnswer>>();
  const slots = createTenantSlots(lookupsPerTenant);

  function start(hostname: string, tenantId: string): Promise<NameAnswer> {
    const lookup = lookUpName(hostname, source, dnsTimeoutMs).then((answer) => {
      answers.set(hostname, answer, { ttl: answer.ttlMs });
      running.delete(hostname);
      slots.release(tenantId);
      return answer;
    });
    running.set(hostname, lookup);
    return lookup;
  }

  return {
    async resolve(hostname, tenantId, signal) {
      if (isLoopbackName(hostname)) return LOOPBACK;
      const fixed = hostsFile.addressesOf(hostname);
      if (fixed !== undefined) return { ok: true, addresses: fixed };

      const known = answers.get(hostname) ?? running.get(hostname);
      if (known !== undefined) return unlessAborted(Promise.resolve(known), signal);
      if (!(await slots.acquire(tenantId, signal))) return abortFailure(signal);

      // While this one waited for its slot, another tenant may have asked for the same name. Only running lookups are
      // shared: joining one that still waits would put this tenant behind another's slow names.
      const meanwhile = answers.get(hostname) ?? running.get(hostname);
      if (meanwhile === undefined) return unlessAborted(start(hostname, tenantId), signal);
      slots.release(tenantId);
      return unlessAborted(Promise.resolve(meanwhile), signal);
    },
    stats: () => ({ cachedNames: answers.size, lookupsInFlight: running.size, lookupsWaiting: slots.waiting }),
    close: () => source.close(),
  };
}
