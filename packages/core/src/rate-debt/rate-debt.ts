import { type EpochMs, secondMs } from "../time/durations.ts";

/**
 * A rate limit kept as what is owed instead of what is left: everything taken is owed and paid off at `perS` per second.
 * Nothing owed is the state of something never seen, whatever its rate, so a paid-off debt may be forgotten, and a rate
 * that changes needs no conversion.
 */
export interface RateDebt {
  readonly owed: number;
  /** When `owed` was true. */
  readonly at: EpochMs;
  /** How fast this debt is paid off, per second. */
  readonly perS: number;
}

export interface RateLimit {
  /** Above 0. */
  readonly perS: number;
  /** How much may be owed at once; above 0. */
  readonly burst: number;
}

export const noDebt: RateDebt = { owed: 0, at: 0, perS: 0 };

/** Sums of fractions miss whole numbers by less than this. */
const roundingError = 1e-6;

/** What is still owed. A clock that went back pays nothing off and adds nothing. */
export function owedAt(debt: RateDebt, now: EpochMs): number {
  const owed = debt.owed - (Math.max(0, now - debt.at) * debt.perS) / secondMs;
  return owed > roundingError ? owed : 0;
}

/** May `n` more be owed? Something larger than the whole burst passes when nothing is owed, and is paid off before anything else passes. */
export function mayOwe(debt: RateDebt, n: number, limit: RateLimit, now: EpochMs): boolean {
  const owed = owedAt(debt, now);
  return owed === 0 || owed + n <= limit.burst + roundingError;
}

/** When {@link mayOwe} agrees at the latest if nothing else is taken meanwhile: later than `now` when it refuses now. */
export function mayOweAt(debt: RateDebt, n: number, limit: RateLimit, now: EpochMs): EpochMs {
  const owed = owedAt(debt, now);
  const excess = Math.min(owed, owed + n - limit.burst);
  return excess <= 0 ? now : now + Math.max(1, Math.ceil((excess / debt.perS) * secondMs));
}

export function owe(debt: RateDebt, n: number, limit: RateLimit, now: EpochMs): RateDebt {
  return { owed: owedAt(debt, now) + n, at: Math.max(debt.at, now), perS: limit.perS };
}

/** What was taken was not used. */
export function forgive(debt: RateDebt, n: number): RateDebt {
  return debt.owed - n > roundingError ? { ...debt, owed: debt.owed - n } : noDebt;
}

/** One second's worth, and at least one. */
export function perSecond(perS: number): RateLimit {
  return { perS, burst: Math.max(1, perS) };
}
