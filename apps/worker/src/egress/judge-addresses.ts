import { type AllowList, addressVerdict } from "@hooklane/contracts/egress";
import { type Failure, failure } from "./exchange.ts";
import type { ResolvedName } from "./resolver.ts";

/**
 * The addresses of a name that may be dialled. One address inside refuses the whole name, since a name that mixes
 * public and inner addresses is either a mistake or an attempt to have the check pass on one and the dial use another.
 */
export function judgeAddresses(
  hostname: string,
  resolved: ResolvedName,
  port: number,
  allow: AllowList,
): { ok: true; addresses: string[] } | Failure {
  const permitted: string[] = [];
  let refusal: string | undefined;
  for (const address of resolved.addresses) {
    const verdict = addressVerdict(address, port, allow);
    if (verdict.ok) permitted.push(address);
    else refusal ??= verdict.why;
  }
  if (refusal === undefined || (resolved.anyOf === true && permitted.length > 0)) return { ok: true, addresses: permitted };
  return failure("blocked_destination", `The name ${hostname} resolves to an address that ${refusal}.`);
}
