import { allowed, refusedUntil, type Verdict } from "../policy/verdict.ts";
import type { RefusalReason } from "../reasons/waiting-reason.ts";
import type { EpochMs } from "../time/durations.ts";
import { frozenRecheckMs } from "./breaker-config.ts";
import { type Circuit, isProbeDue } from "./circuit.ts";

/** Closed lets everything pass, open nothing, and once the time is up exactly one probe. */
export function checkCircuit(
  circuit: Circuit,
  now: EpochMs,
  isFrozen: boolean,
  reasons: { readonly open: RefusalReason; readonly probing: RefusalReason },
): Verdict {
  if (circuit.phase === "closed") return allowed;
  const reason = circuit.phase === "open" ? reasons.open : reasons.probing;
  if (!isProbeDue(circuit, now)) return refusedUntil(reason, circuit.until);
  return isFrozen ? refusedUntil(reason, now + frozenRecheckMs) : allowed;
}
