import type { ReceivedCopy } from "@hooklane/testkit";

/** When a request's exchange was over at the receiver, milliseconds since epoch; Infinity while it lasts. */
const endOf = ({ sentAtMs, goneAtMs }: ReceivedCopy): number => sentAtMs ?? goneAtMs ?? Number.POSITIVE_INFINITY;

/** Requests that were open at an endpoint at each sampled moment, 100 ms apart: the most of them. */
export function peakInFlight(copies: readonly ReceivedCopy[], endpoint: string, fromMs: number, toMs: number): number {
  const mine = copies.filter((copy) => copy.endpoint === endpoint && copy.arrivedAtMs <= toMs && endOf(copy) >= fromMs);
  let peak = 0;
  for (let at = fromMs; at <= toMs; at += 100) {
    peak = Math.max(peak, mine.filter((copy) => copy.arrivedAtMs <= at && endOf(copy) > at).length);
  }
  return peak;
}

/** Copies beyond the first that carry the same attempt number of the same delivery. */
export function repeatedAttempts(copies: readonly ReceivedCopy[]): number {
  const seen = new Set<string>();
  let repeated = 0;
  for (const { idempotencyKey, attempt } of copies) {
    const key = `${idempotencyKey} ${attempt}`;
    if (seen.has(key)) repeated += 1;
    seen.add(key);
  }
  return repeated;
}

/** Copies whose request was open at the same time as another one of the same delivery, both answered. */
export function overlappingCopies(copies: readonly ReceivedCopy[]): number {
  const byDelivery = Map.groupBy(
    copies.filter(({ sentAtMs }) => sentAtMs !== null),
    ({ idempotencyKey }) => idempotencyKey,
  );
  let overlaps = 0;
  for (const group of byDelivery.values()) {
    const inOrder = group.toSorted((a, b) => a.arrivedAtMs - b.arrivedAtMs);
    inOrder.forEach((copy, i) => {
      const before = inOrder[i - 1];
      if (before && endOf(before) > copy.arrivedAtMs) overlaps += 1;
    });
  }
  return overlaps;
}
