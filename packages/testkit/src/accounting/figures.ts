/** Delays in milliseconds, nearest rank. */
export interface DelayFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** One delivery that arrived: milliseconds since epoch. */
export interface Arrived {
  readonly acceptedAtMs: number;
  readonly firstOkAtMs: number;
}

/**
 * Delays from accept to first 2xx; null without deliveries. A copy can arrive before the producer has read its 202: that is a delay of 0.
 */
export function delayFigures(arrived: readonly Arrived[]): DelayFigures | null {
  if (arrived.length === 0) return null;
  const delays = arrived.map(({ acceptedAtMs, firstOkAtMs }) => Math.max(0, firstOkAtMs - acceptedAtMs)).sort((a, b) => a - b);
  const rank = (share: number) => delays[Math.ceil(share * delays.length) - 1] ?? 0;
  return { p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) };
}

/**
 * The longest time without a first delivery while at least one accepted delivery was on its way.
 *
 * The clock of a stall starts at the latest first delivery, or at the accept that ended a time of nothing to do, and stops at the next first
 * delivery. Deliveries that never arrived have no part in it: they would make every run with a sick receiver one long stall.
 */
export function longestStallMs(arrived: readonly Arrived[]): number {
  const accepts = arrived.map(({ acceptedAtMs, firstOkAtMs }) => Math.min(acceptedAtMs, firstOkAtMs)).sort((a, b) => a - b);
  const oks = arrived.map(({ firstOkAtMs }) => firstOkAtMs).sort((a, b) => a - b);
  let longest = 0;
  let quietSince = Number.NEGATIVE_INFINITY;
  oks.forEach((ok, index) => {
    // `index` deliveries have arrived before this one, so the oldest accept that can still be open is number `index`.
    const openSince = accepts[index] ?? ok;
    longest = Math.max(longest, ok - Math.max(quietSince, openSince));
    quietSince = ok;
  });
  return longest;
}

/** From the end of the faults until everything accepted before it had arrived; 0 when it had arrived by then. */
export function recoveryMs(arrived: readonly Arrived[], faultsEndedAtMs: number): number {
  return arrived.reduce(
    (latest, { acceptedAtMs, firstOkAtMs }) => (acceptedAtMs <= faultsEndedAtMs ? Math.max(latest, firstOkAtMs - faultsEndedAtMs) : latest),
    0,
  );
}
