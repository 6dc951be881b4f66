import type { EpochMs, TransportError } from "@hooklane/core";
import type { Endpoint, Exchange, Latency } from "./endpoint.ts";
import { constantLatency } from "./latency.ts";

/** Answers every request with one status. */
export function answering(status: number, latency: Latency): Endpoint {
  return { receive: (_now, random) => answer(status, latency(random)) };
}

/** Never completes a connection. */
export const blackHole: Endpoint = {
  receive: () => ({ result: { kind: "error", error: "connect_timeout" }, durationMs: Number.POSITIVE_INFINITY, acted: false }),
};

/** Accepts the request and never answers. */
export const hanging: Endpoint = {
  receive: () => ({ result: { kind: "error", error: "timeout" }, durationMs: Number.POSITIVE_INFINITY, acted: false }),
};

/** Fails at once, the same way each time. */
export function failing(error: TransportError, latency: Latency = constantLatency(2)): Endpoint {
  return { receive: (_now, random) => ({ result: { kind: "error", error }, durationMs: latency(random), acted: false }) };
}

/** Each request goes to `rare` with a probability, else to `usual`. */
export function mixed(usual: Endpoint, rare: Endpoint, probability: number): Endpoint {
  return { receive: (now, random) => (random() < probability ? rare : usual).receive(now, random) };
}

/** One request of each `every` goes to `rare`, beginning with the first: a share without chance. */
export function alternating(usual: Endpoint, rare: Endpoint, every: number): Endpoint {
  let count = 0;
  return { receive: (now, random) => (count++ % every === 0 ? rare : usual).receive(now, random) };
}

/** Does the work, and then its answer is lost with a probability. */
export function losingAnswers(inner: Endpoint, probability: number): Endpoint {
  return {
    receive(now, random) {
      const exchange = inner.receive(now, random);
      if (!exchange.acted || random() >= probability) return exchange;
      return { ...exchange, result: { kind: "error", error: "reset_before_response" } };
    },
  };
}

export interface Spell {
  readonly from: EpochMs;
  readonly until: EpochMs;
  readonly endpoint: Endpoint;
}

/** `usual`, except during the spells. */
export function during(spells: readonly Spell[], usual: Endpoint): Endpoint {
  return {
    receive: (now, random) => (spells.find(({ from, until }) => now >= from && now < until)?.endpoint ?? usual).receive(now, random),
  };
}

/**
 * Allows `ratePerS` requests per second and a burst of one second's worth; answers 429 above it, or what `refusal` says.
 *
 * @param retryAfterS asked for in the answer; absent: none
 */
export function throttling(inner: Endpoint, ratePerS: number, retryAfterS?: number, refusal = 429): Endpoint {
  const bucket = { tokens: ratePerS, at: Number.NEGATIVE_INFINITY };
  return {
    receive(now, random) {
      bucket.tokens = Math.min(Math.max(1, ratePerS), bucket.tokens + Math.min(1e6, (now - bucket.at) / 1_000) * ratePerS);
      bucket.at = now;
      if (bucket.tokens >= 1) {
        bucket.tokens--;
        return inner.receive(now, random);
      }
      const retryAfter = retryAfterS === undefined ? {} : { retryAfter: [String(retryAfterS)] };
      return { result: { kind: "response", status: refusal, ...retryAfter }, durationMs: 1, acted: false };
    },
  };
}

/** @param durationMs rounded to whole milliseconds */
export function answer(status: number, durationMs: number): Exchange {
  return { result: { kind: "response", status }, durationMs: Math.round(durationMs), acted: status >= 200 && status < 300 };
}
