import type { EpochMs } from "@hooklane/core";
import { answer } from "./behaviours.ts";
import type { Endpoint, Latency } from "./endpoint.ts";

export interface VerifyingOptions {
  /** How far the receiver's clock is ahead of the sender's. */
  readonly skewMs: number;
  /** How old or young a signature may be by that clock. */
  readonly toleranceMs: number;
  readonly latency: Latency;
}

/** A receiver that checks the age of each signature by its own clock, and answers 401 when it looks wrong. */
export function verifying({ skewMs, toleranceMs, latency }: VerifyingOptions): Endpoint {
  return {
    receive(now, random) {
      const signedAt: EpochMs = Math.floor(now / 1_000) * 1_000;
      const ageMs = now + skewMs - signedAt;
      return answer(Math.abs(ageMs) <= toleranceMs ? 200 : 401, latency(random));
    },
  };
}
