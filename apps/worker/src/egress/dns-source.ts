import { Resolver } from "node:dns/promises";

export type DnsRecord = { address: string; ttlSeconds: number };

/**
 * Where address records come from. Rejects with an Error whose `code` is one of c-ares (`ENOTFOUND`, `ENODATA`,
 * `ESERVFAIL`, `ETIMEOUT`, …).
 */
export type DnsSource = { lookup(hostname: string, family: 4 | 6): Promise<DnsRecord[]>; close(): void };

/** Two tries, the second no longer than `MAX_TRY_MS`: together they stay below the lookup limit of the resolver. */
const FIRST_TRY_MS = 1_500;
const MAX_TRY_MS = 3_000;

/**
 * Asks the name servers directly through c-ares. `dns.lookup` would go through the few threads of the process that
 * slow names can occupy for everyone.
 *
 * @param servers `IP:port` of the name servers; by default those of the system.
 */
export function createDnsSource(servers?: readonly string[]): DnsSource {
  const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: 2, maxTimeout: MAX_TRY_MS });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async lookup(hostname, family) {
      const records = family === 4 ? await resolver.resolve4(hostname, { ttl: true }) : await resolver.resolve6(hostname, { ttl: true });
      return records.map(({ address, ttl }) => ({ address, ttlSeconds: ttl }));
    },
    close: () => resolver.cancel(),
  };
}
