/** Subscriptions looked at, and deliveries written, per transaction. */
const LEAST = 50;
export const MOST = 1_000;
/**
 * Half of what a transaction may last. Not less: in a busy worker most of it is round trips, which a smaller page has just as many of, so pages would shrink
 * without getting any quicker.
 */
const AIM_MS = 1_000;

/**
 * How many subscriptions the next transaction takes, from what the last one took: at once as many as fit when it took too long, and at most twice as many when it
 * was quick, so that one lucky page does not make the next a long one.
 * @param size of the last page, 50 to 1,000; @param tookMs how long its transaction lasted
 * @returns 50 to 1,000
 */
export function nextPageSize(size: number, tookMs: number): number {
  const fits = Math.floor((size * AIM_MS) / Math.max(tookMs, 1));
  return Math.min(MOST, Math.max(LEAST, Math.min(fits, size * 2)));
}
