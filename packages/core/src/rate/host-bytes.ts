import { allowed, refusedUntil, type Verdict } from "../policy/verdict.ts";
import { mayOwe, mayOweAt, noDebt, owe, owedAt, perSecond, type RateDebt } from "../rate-debt/rate-debt.ts";
import type { EpochMs } from "../time/durations.ts";

/** A key of `host` in the policy configuration. */
export interface HostBytesConfig {
  /** Body bytes that one host receives per second, over all its subscriptions. Above 0. */
  readonly bytes_per_s: number;
}

export const defaultHostBytesConfig: HostBytesConfig = { bytes_per_s: 10_000_000 };

export type HostBytesState = RateDebt;

/**
 * Body bytes per second of one host, with a burst of one second's worth. Permits are granted before a row, and so its size,
 * is known: a permit passes while the burst is not used up, and what it then turns out to weigh is charged, which later
 * permits wait for.
 */
export function hostBytes(config: HostBytesConfig) {
  const limit = perSecond(config.bytes_per_s);
  return {
    initial: (): HostBytesState => noDebt,
    check(state: HostBytesState, now: EpochMs): Verdict {
      return mayOwe(state, 1, limit, now) ? allowed : refusedUntil("host_bytes", mayOweAt(state, 1, limit, now));
    },
    /** A claimed row's body weighs this much. */
    charge: (state: HostBytesState, now: EpochMs, bytes: number): HostBytesState => (bytes > 0 ? owe(state, bytes, limit, now) : state),
    isIdle: (state: HostBytesState, now: EpochMs): boolean => owedAt(state, now) === 0,
  };
}
