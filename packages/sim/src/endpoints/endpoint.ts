import type { AttemptResult, EpochMs, PolicyConfig, Random } from "@hooklane/core";

/** What one request comes to when nobody cuts it short. */
export interface Exchange {
  readonly result: AttemptResult;
  /** Whole milliseconds; Infinity when no answer ever comes. */
  readonly durationMs: number;
  /** The receiver did the work, though perhaps no answer arrived. */
  readonly acted: boolean;
}

/** A receiver. It knows the time and what it was sent before, and nothing of who sends. */
export interface Endpoint {
  receive(now: EpochMs, random: Random): Exchange;
}

/** Milliseconds an answer takes. */
export type Latency = (random: Random) => number;

/** What the sender sees of an exchange: nothing lasts longer than its deadlines. */
export function withinDeadline(exchange: Exchange, { connect_ms: connectMs, total_ms: totalMs }: PolicyConfig["deadline"]): Exchange {
  const { result, durationMs } = exchange;
  if (result.kind === "error" && result.error === "connect_timeout") return { ...exchange, durationMs: Math.min(durationMs, connectMs) };
  if (durationMs <= totalMs) return exchange;
  return { result: { kind: "error", error: "timeout" }, durationMs: totalMs, acted: exchange.acted };
}
