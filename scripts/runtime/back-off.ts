/** How long to wait before a process that keeps dying is started again. */
export interface BackOff {
  /** Of the first restart. */
  firstMs: number;
  /** Doubling ends here. */
  maxMs: number;
  /** A process that lived this long had started well: the next restart is a first one again. */
  healthyMs: number;
}

export const restartBackOff: BackOff = { firstMs: 250, maxMs: 10_000, healthyMs: 30_000 };

/**
 * @param failures deaths in a row before this one, 0 for the first
 * @returns milliseconds: `firstMs · 2^failures`, at most `maxMs`
 */
export function restartDelayMs(failures: number, backOff: BackOff): number {
  return Math.min(backOff.maxMs, backOff.firstMs * 2 ** failures);
}
