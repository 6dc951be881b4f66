import { type NaiveDelay, naiveDelays, naiveRetry } from "../baselines/naive-retry.ts";
import { SharedPool } from "../baselines/shared-pool.ts";
import { answering, during, losingAnswers, mixed } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { constantLatency, logNormalLatency } from "../endpoints/latency.ts";
import { AttemptCount } from "../measure/attempt-count.ts";
import { worldStartMs } from "../world/timeline.ts";
import { World, type WorldOptions } from "../world/world.ts";
import { feedEach } from "./healthy-tenants.ts";
import { policyOf } from "./policy-of.ts";
import type { Findings, Scenario, Size } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const minuteMs = 60_000;
const eventsPerS = 20;
const slowEventsPerS = 1;
/** So many healthy minutes, so many of failure, so many to recover. */
const minutesOf = { full: 8, small: 4 };
const naiveAttempts = 4;

export interface RetryStormFigures {
  /** Attempts ÷ events while everything fails. */
  readonly naive: number;
  readonly budget: number;
  /** Copies of a delivery that a receiver worked on beyond the first ÷ events, where half of the failures are lost answers. */
  readonly duplicates: { readonly naive: number; readonly budget: number };
}

interface Variant {
  readonly label: string;
  readonly isBaseline: boolean;
  readonly options: Omit<WorldOptions, "seed" | "lanes">;
}

function naive(label: string, delay: NaiveDelay, attempts = naiveAttempts): Variant {
  return {
    label,
    isBaseline: true,
    options: {
      config: policyOf({ pool: { size: 10_000 } }),
      makeGatekeeper: (options) => new SharedPool(options),
      settle: naiveRetry(attempts, delay),
    },
  };
}

const neverOpens = { min_attempts: 100_000, timeout_count: 100_000 };
const fixed = naive("4 attempts, fixed delay", naiveDelays.fixed);
const exponential = naive("4 attempts, exponential", naiveDelays.exponential);
const jittered = naive("4 attempts, exponential and jitter", naiveDelays.jittered);
const budgetAlone: Variant = { label: "budget, no breaker", isBaseline: false, options: { config: policyOf({ breaker: neverOpens }) } };
const asShipped: Variant = { label: "as shipped", isBaseline: false, options: {} };
const variants = [fixed, exponential, jittered, budgetAlone, asShipped];

const healthy = answering(200, logNormalLatency(40, 0.5));
const broken = answering(503, constantLatency(10));
/** Half of what fails was worked on, and only the answer was lost. */
const lossy = mixed(broken, losingAnswers(healthy, 1), 0.5);

/** What a failing destination is offered. */
export const retryStorm: Scenario<RetryStormFigures> = {
  name: "retry_storm",
  claim: "Without a budget a total failure is answered with four times the load; with it, with at most 1.1 times and a probe.",
  run(seed, size = "full"): Findings<RetryStormFigures> {
    const total = variants.map((variant) => ({ variant, ...play(variant, broken, eventsPerS, seed, size) }));
    const slow = [fixed, budgetAlone, asShipped].map((variant) => ({ variant, ...play(variant, broken, slowEventsPerS, seed, size) }));
    const partial = [naive("3 attempts", naiveDelays.jittered, 3), naive("6 attempts", naiveDelays.jittered, 6), asShipped].map(
      (variant) => ({ variant, ...play(variant, mixed(broken, healthy, 0.05), eventsPerS, seed, size) }),
    );
    const some = [jittered, asShipped].map((variant) => ({
      variant,
      ...play(variant, mixed(healthy, broken, 0.3), eventsPerS, seed, size),
    }));
    const losing = [fixed, jittered, asShipped].map((variant) => ({ variant, ...play(variant, lossy, eventsPerS, seed, size) }));
    const of = (results: typeof total, variant: Variant) => results.find((result) => result.variant === variant) as (typeof total)[number];
    const columns = ["variant", "attempts ÷ events", "peak, requests/s", "recovered after, s", "duplicates ÷ events", "dead"];
    const rows = (results: typeof total) =>
      results.map(({ variant, amplification, peak, recoveredS, duplicates, dead }) => [
        variant.label,
        amplification,
        peak,
        recoveredS ?? "not yet",
        duplicates,
        dead,
      ]);
    return {
      figures: {
        naive: of(total, fixed).amplification,
        budget: Math.max(of(total, budgetAlone).amplification, of(slow, budgetAlone).amplification),
        duplicates: { naive: of(losing, fixed).duplicates, budget: of(losing, asShipped).duplicates },
      },
      tables: [
        { title: `All requests fail for ${minutesOf[size]} minutes, ${eventsPerS} events/s`, columns, rows: rows(total) },
        { title: `All requests fail, ${slowEventsPerS} event/s`, columns, rows: rows(slow) },
        { title: `95 % fail, ${eventsPerS} events/s`, columns, rows: rows(partial) },
        { title: `30 % fail, ${eventsPerS} events/s`, columns, rows: rows(some) },
        { title: `All requests fail, half of them by a lost answer, ${eventsPerS} events/s`, columns, rows: rows(losing) },
      ],
      plots: [
        {
          name: "retry-storm",
          title: "Requests to a destination that fails for a third of the time",
          xLabel: "minutes",
          yLabel: "requests per second",
          lines: total.map(({ variant, series }) => ({ label: variant.label, points: series })),
        },
      ],
      violations: [...total, ...slow, ...partial, ...some, ...losing].reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ isBaseline, options }: Variant, failing: Endpoint, perSecond: number, seed: number, size: Size) {
  const failingFromMs = minutesOf[size] * minuteMs;
  const failingUntilMs = 2 * failingFromMs;
  const untilMs = 3 * failingFromMs;
  const from = worldStartMs + failingFromMs;
  const until = worldStartMs + failingUntilMs;
  const lane = {
    id: "lane",
    tenantId: "tenant",
    host: "host",
    endpoint: during([{ from, until, endpoint: failing }], healthy),
    laneCap: 500,
    hostCap: 500,
  };
  const counts = new AttemptCount(10_000);
  const all = { ...options, seed, lanes: [lane], observers: [counts] };
  const { world, checker } = isBaseline ? { world: new World(all), checker: null } : watchedWorld(all);
  feedEach(world, ["lane"], perSecond, untilMs, seed);
  let recoveredS: number | null = null;
  for (let atMs = failingUntilMs; atMs <= untilMs; atMs += 5_000) {
    world.runFor(atMs);
    const oldest = world.ledger.oldestOpen(world.lane("lane"));
    const isCaughtUp = !oldest || world.now - oldest.createdAt < 5_000;
    if (recoveredS === null && isCaughtUp) recoveredS = (atMs - failingUntilMs) / 1_000;
  }
  const perSlot = counts.attempts.values;
  const accepted = counts.accepts.values.reduce((sum, count) => sum + count, 0);
  return {
    amplification: counts.amplification(from, until),
    peak: Math.max(...perSlot.slice(failingFromMs / 10_000, failingUntilMs / 10_000 + 1)) / 10,
    recoveredS,
    duplicates: counts.duplicates / accepted,
    dead: world.ledger.deadCount,
    series: perSlot.map((count, slot) => [slot / 6, count / 10] as const),
    violations: checker?.count ?? 0,
  };
}
