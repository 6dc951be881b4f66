import { type EpochMs, secondMs } from "../time/durations.ts";

/**
 * What is left to spend. It refills by time and, other than a debt that only time pays off, also by what is put in: that
 * is what a budget earned by successes needs.
 */
export interface TokenBucketState {
  readonly tokens: number;
  /** When `tokens` was true. */
  readonly at: EpochMs;
}

export interface TokenBucketSpec {
  /** Refill per second, 0 or above. */
  readonly perS: number;
  /** How much it holds at the most, above 0. */
  readonly burst: number;
}

/** Sums of fractions miss whole numbers by less than this. */
const roundingError = 1e-6;

export function fullBucket({ burst }: TokenBucketSpec, now: EpochMs): TokenBucketState {
  return { tokens: burst, at: now };
}

/** What is in it `now`. A clock that went back refills nothing. */
export function tokensAt(state: TokenBucketState, { perS, burst }: TokenBucketSpec, now: EpochMs): number {
  return Math.min(burst, state.tokens + (Math.max(0, now - state.at) * perS) / secondMs);
}

export function holds(tokens: number, n: number): boolean {
  return tokens >= n - roundingError;
}

/**
 * When `n` tokens are there if nobody takes any meanwhile: `now` when they are, null when time alone never brings them.
 * At that moment they are.
 */
export function availableAt(state: TokenBucketState, spec: TokenBucketSpec, now: EpochMs, n = 1): EpochMs | null {
  const tokens = tokensAt(state, spec, now);
  if (holds(tokens, n)) return now;
  if (n > spec.burst || spec.perS <= 0) return null;
  // From the state's own moment, not from now: so the answer does not depend on when one asks.
  const waitMs = Math.ceil(((n - state.tokens) / spec.perS) * secondMs);
  return Math.max(now + 1, state.at + waitMs);
}

/** Takes `n`, which the caller has found there: never below nothing. */
export function takeTokens(state: TokenBucketState, spec: TokenBucketSpec, now: EpochMs, n = 1): TokenBucketState {
  return { tokens: Math.max(0, tokensAt(state, spec, now) - n), at: Math.max(state.at, now) };
}

/** Puts `n` in; what does not fit is lost. */
export function putTokens(state: TokenBucketState, spec: TokenBucketSpec, now: EpochMs, n: number): TokenBucketState {
  return { tokens: Math.min(spec.burst, tokensAt(state, spec, now) + n), at: Math.max(state.at, now) };
}
