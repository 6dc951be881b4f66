import type { Classification } from "../classify/classification.ts";

/** What a breaker needs to hear of an attempt that ended. */
export interface BreakerEnd {
  /** The generation that the permit was granted under. */
  readonly generation: number;
  readonly classification: Classification;
  /** Our own network is failing (the fleet's panic): nothing seen now says anything about an endpoint. */
  readonly frozen: boolean;
  /** The recovery after the last opening is not over: no level is forgiven yet. */
  readonly recovering?: boolean;
}

export interface BreakerAsk {
  /** As in {@link BreakerEnd}: no circuit opens, closes or sends a probe. */
  readonly frozen: boolean;
}

/**
 * - `answered`: the endpoint works, though perhaps it said no: 2xx, 4xx, 429
 * - `failed`: an answer that is a failure: 5xx, 3xx, 408, 425
 * - `unreachable`: a failure without an answer: timeout, refused, reset, DNS, TLS
 * - `nothing`: our own fault, or nothing was sent
 */
export type BreakerOutcome = "answered" | "failed" | "unreachable" | "nothing";

export function breakerOutcome({ countsForBreaker, status }: Classification): BreakerOutcome {
  if (countsForBreaker) return status === null ? "unreachable" : "failed";
  return status === null ? "nothing" : "answered";
}
