import type { DnsRecord, DnsSource } from "./dns-source.ts";
import { type Failure, failure } from "./exchange.ts";

/** What a name stands for. `addresses` has IPv4 first and is never empty. */
export type NameAnswer = { ok: true; addresses: string[]; ttlMs: number } | (Failure & { ttlMs: number });

/** An address is trusted for as long as its record says, within these bounds: the connect check makes any age safe. */
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 30_000;
const NEGATIVE_TTL_MS = 5_000;

/** Once one family answered with addresses, the other may delay the connection by no more than this. */
const SECOND_FAMILY_GRACE_MS = 300;

type FamilyOutcome = { family: 4 | 6; records: DnsRecord[] } | { family: 4 | 6; code: string };

/** Asks for A and AAAA at once and waits for both, within `timeoutMs`. Never rejects. */
export function lookUpName(hostname: string, source: DnsSource, timeoutMs: number): Promise<NameAnswer> {
  return new Promise((resolve) => {
    const outcomes: FamilyOutcome[] = [];
    const finish = () => {
      clearTimeout(timer);
      resolve(combine(hostname, outcomes));
    };
    let timer = setTimeout(finish, timeoutMs);
    const onOutcome = (outcome: FamilyOutcome) => {
      outcomes.push(outcome);
      if (outcomes.length === 2) return finish();
      if (!("records" in outcome)) return;
      clearTimeout(timer);
      timer = setTimeout(finish, Math.min(SECOND_FAMILY_GRACE_MS, timeoutMs));
    };
    for (const family of [4, 6] as const) void askFamily(hostname, source, family).then(onOutcome);
  });
}

async function askFamily(hostname: string, source: DnsSource, family: 4 | 6): Promise<FamilyOutcome> {
  try {
    const records = await source.lookup(hostname, family);
    return records.length > 0 ? { family, records } : { family, code: "ENODATA" };
  } catch (error) {
    return { family, code: String((error as NodeJS.ErrnoException).code ?? "EUNKNOWN") };
  }
}

function combine(hostname: string, outcomes: readonly FamilyOutcome[]): NameAnswer {
  const records = [4, 6].flatMap((family) =>
    outcomes.flatMap((outcome) => (outcome.family === family && "records" in outcome ? outcome.records : [])),
  );
  if (records.length > 0) {
    const ttlMs = Math.min(...records.map((record) => record.ttlSeconds)) * 1_000;
    return { ok: true, addresses: records.map((record) => record.address), ttlMs: Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, ttlMs)) };
  }
  const codes = outcomes.flatMap((outcome) => ("code" in outcome ? [outcome.code] : []));
  return { ...explain(hostname, codes), ttlMs: NEGATIVE_TTL_MS };
}

/** ENOTFOUND speaks for the whole name; ENODATA only for its own family. */
function explain(hostname: string, codes: readonly string[]): Failure {
  if (codes.includes("ENOTFOUND")) return failure("dns_nxdomain", `The name ${hostname} does not exist.`);
  if (codes.length < 2 || codes.includes("ETIMEOUT"))
    return failure("dns_timeout", `The name servers of ${hostname} did not answer in time.`);
  const code = codes.find((candidate) => candidate !== "ENODATA");
  if (code === undefined) return failure("dns_nxdomain", `The name ${hostname} has no address.`);
  return failure("dns_failure", `The name ${hostname} could not be resolved (${code}).`);
}
