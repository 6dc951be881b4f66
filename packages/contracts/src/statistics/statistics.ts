import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The spans that charts show, each as so many buckets. */
export const statisticsRanges = {
  "1h": { stepMs: MINUTE_MS, buckets: 60 },
  "24h": { stepMs: HOUR_MS, buckets: 24 },
  "7d": { stepMs: 6 * HOUR_MS, buckets: 28 },
  "30d": { stepMs: DAY_MS, buckets: 30 },
} as const;

export type StatisticsRange = keyof typeof statisticsRanges;
export const statisticsRangeNames = Object.keys(statisticsRanges) as StatisticsRange[];
export const statisticsRangeSchema = z.enum(statisticsRangeNames).default("24h");

/** Percentiles of how long successful attempts took, in milliseconds. */
export interface LatencyView {
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/** What happened in one stretch of time. */
export interface StatisticsBucket {
  at: string;
  /** New deliveries; replays are not among them. */
  accepted: number;
  delivered: number;
  /** Deliveries that ended undelivered, with or without an attempt. */
  dead: number;
  /** Attempts. */
  succeeded: number;
  failed: number;
  /** Null without a success. */
  latency: LatencyView | null;
  /** What waited, at its most. */
  backlog: number;
  /** For how long the delivery that was due the longest had been due, at its worst. */
  oldest_due_seconds: number;
}

export interface StatisticsView {
  range: StatisticsRange;
  step_ms: number;
  /** All of the span, oldest first; the last one is not over. */
  buckets: StatisticsBucket[];
  totals: Pick<StatisticsBucket, "accepted" | "delivered" | "dead" | "succeeded" | "failed" | "latency">;
}
