import type { BalanceOptions, Books, BooksInput } from "./books.ts";
import { checkCopies } from "./check-copies.ts";
import { checkHealth, enterRows, isOpen, latestRow } from "./check-platform.ts";
import { delayFigures, longestStallMs, recoveryMs } from "./figures.ts";
import { type Obligation, promisedBy } from "./obligations.ts";
import { createViolationLog, type ViolationLog } from "./violations.ts";

const defaultCancelledReasons: readonly string[] = ["subscription_deleted", "cancelled"];

/**
 * Balances the books: every accepted event × intended target against what the receiver itself saw and what the platform says.
 *
 * Pure: reads nothing but its input. The receiver's ledger decides what was delivered; the platform's word alone never does.
 *
 * @throws RangeError when the producer names a target that `platform.targets` does not hold.
 */
export function balance({ producer, receiver, platform }: BooksInput, options: BalanceOptions = {}): Books {
  const { mayWait = false, ignoreForeignEvents = false, cancelledReasons = defaultCancelledReasons, faultsEndedAtMs } = options;
  const violations = createViolationLog();
  const promised = promisedBy(producer, platform.targets, violations);
  checkCopies(receiver, promised, violations, ignoreForeignEvents);
  const lanes = enterRows(platform.deliveries, promised, violations);
  if (platform.health) checkHealth(platform.health, lanes, violations);

  const sums = { delivered: 0, dead: 0, cancelled: 0, waiting: 0, lost: 0 };
  const deadReasons: Record<string, number> = {};
  const arrived: Obligation[] = [];
  let deliveries = 0;
  let duplicates = 0;
  for (const obligations of promised.byEvent.values()) {
    for (const obligation of obligations) {
      deliveries += 1;
      const end = endOf(obligation, cancelledReasons);
      sums[end] += 1;
      if (end === "delivered") arrived.push(obligation);
      if (end === "dead" || end === "cancelled") count(deadReasons, latestRow(obligation)?.dead_reason ?? "none");
      duplicates += extraCopies(obligation);
      checkEnd(obligation, end, mayWait, violations);
    }
  }

  const broken = violations.counts();
  return {
    ok: Object.keys(broken).length === 0,
    accepted: promised.byEvent.size,
    refused: promised.refused,
    unknown: promised.unknown,
    deliveries,
    ...sums,
    duplicates,
    duplicateRatio: deliveries === 0 ? 0 : duplicates / deliveries,
    lossRateBelow: sums.lost === 0 && deliveries > 0 ? 3 / deliveries : null,
    delay: delayFigures(arrived),
    longestStallMs: longestStallMs(arrived),
    recoveryMs: faultsEndedAtMs === undefined ? null : recoveryMs(arrived, faultsEndedAtMs),
    deadReasons,
    violations: broken,
    examples: violations.examples(),
  };
}

type End = "delivered" | "dead" | "cancelled" | "waiting" | "lost";

/** Exactly one end for each obligation: the receiver's own 2xx first, then the platform's newest row. */
function endOf(obligation: Obligation, cancelledReasons: readonly string[]): End {
  if (obligation.okCopies > 0) return "delivered";
  if (obligation.rows.some(isOpen)) return "waiting";
  const latest = latestRow(obligation);
  if (latest?.state === "cancelled") return "cancelled";
  if (latest?.state !== "dead") return "lost";
  return cancelledReasons.includes(latest.dead_reason ?? "") ? "cancelled" : "dead";
}

function checkEnd(obligation: Obligation, end: End, mayWait: boolean, violations: ViolationLog): void {
  const { eventId, subscriptionId, rows, okCopies } = obligation;
  const where = { eventId, subscriptionId };
  const saysDelivered = deliveredRows(obligation);
  if (end === "lost") violations.add("lost", `no 2xx was sent; the platform says ${latestRow(obligation)?.state ?? "nothing"}`, where);
  if (end === "delivered" && rows.length === 0) violations.add("missing_delivery", `${okCopies} copies were answered 2xx`, where);
  if (saysDelivered > okCopies)
    violations.add("delivered_without_2xx", `${saysDelivered} rows delivered, ${okCopies} copies answered 2xx`, where);
  if (!mayWait) for (const row of rows.filter(isOpen)) violations.add("unfinished", `${row.id} is ${row.state}`, where);
}

function deliveredRows({ rows }: Obligation): number {
  return rows.filter(({ state }) => state === "delivered").length;
}

function extraCopies(obligation: Obligation): number {
  return Math.max(0, obligation.okCopies - Math.max(1, deliveredRows(obligation)));
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
