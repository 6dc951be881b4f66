import { classify, defaultPolicyConfig, type Jitter, jitters, type RetryPolicy, settle } from "@hooklane/core";
import { mean, percentile, standardDeviation } from "../measure/percentile.ts";
import { randomStream } from "../world/random-stream.ts";
import { worldStartMs } from "../world/timeline.ts";
import type { Findings, Scenario } from "./scenario.ts";

const failures = 5_000;
/** All of them have failed so often that they wait up to 64 s. */
const failuresSoFar = 7;
const widthMs = 64_000;
const slotMs = 1_000;
const slots = widthMs / slotMs;
/** The 99.9th percentile of χ² with 63 degrees of freedom. */
const chiSquareLimit = 103.4;
const historySeeds = 500;
const historyDelays = 8;
const failed = classify({ kind: "response", status: 503 }, worldStartMs);

export interface JitterFigures {
  /** The fullest second ÷ the mean second of the 64 s over which 5,000 deliveries that failed together are tried again. */
  readonly full: number;
  readonly equal: number;
  readonly decorrelated: number;
}

/** Deliveries that failed together must not come back together. */
export const jitter: Scenario<JitterFigures> = {
  name: "jitter",
  claim: "5,000 deliveries that fail at once spread over the back-off: no second holds more than three times the mean, in each mode.",
  run(seed): Findings<JitterFigures> {
    const histograms = jitters.map((mode) => ({ mode, counts: histogram(mode, seed) }));
    const peaks = Object.fromEntries(histograms.map(({ mode, counts }) => [mode, peakOverMean(counts)])) as Record<Jitter, number>;
    const histories = jitters.map((mode) => historyOf(mode, seed));
    return {
      figures: { full: peaks.full, equal: peaks.equal, decorrelated: peaks.decorrelated },
      tables: [
        {
          title: `${failures} simultaneous failures, each waiting up to ${widthMs / 1_000} s`,
          columns: ["jitter", "fullest second ÷ mean", "χ² against uniform", "limit (99.9 %, full only)"],
          rows: [
            ["none", slots, failures * (slots - 1), "-"],
            ...histograms.map(({ mode, counts }) => [mode, peaks[mode], chiSquare(counts), mode === "full" ? chiSquareLimit : "-"]),
          ],
        },
        {
          title: `${historySeeds} deliveries that only fail: their first ${historyDelays} waits, and the span of 15 attempts`,
          columns: ["jitter", "shortest, ms", "longest, ms", "sd of the first, ms", "waits 1-4 in the median, ms", "15 attempts span, h"],
          rows: histories,
        },
      ],
      plots: [
        {
          name: "jitter",
          title: "When 5,000 deliveries that failed together are tried again",
          xLabel: "seconds after the failure",
          yLabel: "attempts per second",
          isHistogram: true,
          lines: histograms.map(({ mode, counts }) => ({ label: mode, points: counts.map((count, slot) => [slot, count] as const) })),
        },
      ],
      violations: histories.reduce(
        (sum, [, shortest, longest], index) => sum + outOfBounds(jitters[index] as Jitter, shortest, longest),
        0,
      ),
    };
  },
};

function histogram(mode: Jitter, seed: number): number[] {
  const random = randomStream(seed, `jitter ${mode}`);
  const counts = new Array<number>(slots).fill(0);
  for (let i = 0; i < failures; i++) {
    // What decorrelated jitter drew last gives it the same widest wait as the others.
    const delayMs = nextDelay(mode, failuresSoFar, widthMs / 3, random);
    const slot = Math.min(slots - 1, Math.floor(delayMs / slotMs));
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}

function nextDelay(mode: Jitter, attempt: number, prevDelayMs: number | null, random: () => number): number {
  const retry: RetryPolicy = { ...defaultPolicyConfig.retry, jitter: mode };
  const settlement = settle(
    {
      classification: failed,
      attempt,
      class: attempt === 1 ? "first" : "retry",
      mode: "at_least_once",
      deadlineAt: worldStartMs + retry.window_ms,
      prevDelayMs,
      now: worldStartMs,
    },
    { retry },
    random,
  );
  if (settlement.state !== "pending") throw new Error(`a first failure became ${settlement.state}`);
  return settlement.delayMs;
}

/** One delivery after the other failing all the time: mode, shortest and longest wait, spread of the first, medians, span. */
function historyOf(mode: Jitter, seed: number): [string, number, number, number, string, number] {
  const all: number[] = [];
  const byAttempt: number[][] = Array.from({ length: historyDelays }, () => []);
  const spansMs: number[] = [];
  for (let i = 0; i < historySeeds; i++) {
    const random = randomStream(seed + i, `history ${mode}`);
    let prevDelayMs: number | null = null;
    let spanMs = 0;
    for (let attempt = 1; attempt < 15; attempt++) {
      const delayMs: number = nextDelay(mode, attempt, prevDelayMs, random);
      prevDelayMs = delayMs;
      spanMs += delayMs;
      if (attempt > historyDelays) continue;
      all.push(delayMs);
      byAttempt[attempt - 1]?.push(delayMs);
    }
    spansMs.push(spanMs);
  }
  const medians = byAttempt.slice(0, 4).map((delays) => Math.round(percentile(delays, 0.5)));
  return [mode, Math.min(...all), Math.max(...all), standardDeviation(byAttempt[0] ?? []), medians.join(", "), mean(spansMs) / 3_600_000];
}

function outOfBounds(mode: Jitter, shortestMs: number, longestMs: number): number {
  const { base_ms: baseMs, cap_ms: capMs } = defaultPolicyConfig.retry;
  return (mode === "decorrelated" && shortestMs < baseMs ? 1 : 0) + (longestMs > capMs ? 1 : 0);
}

function peakOverMean(counts: readonly number[]): number {
  return Math.max(...counts) / mean(counts);
}

function chiSquare(counts: readonly number[]): number {
  const expected = mean(counts);
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
