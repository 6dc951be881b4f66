import { defaultPolicyConfig, floorPerS } from "@hooklane/core";
import { naiveDelays } from "../../baselines/naive-retry.ts";
import { answering, losingAnswers, mixed } from "../../endpoints/behaviours.ts";
import type { Endpoint } from "../../endpoints/endpoint.ts";
import { constantLatency } from "../../endpoints/latency.ts";
import type { Table } from "../../report/table.ts";
import type { Findings, Scenario, Size } from "../scenario.ts";
import { playFailingFew } from "./play-failing-few.ts";
import { healthy, type OutageCourse, playOutage } from "./play-outage.ts";
import { asShipped, budgetAlone, exponential, fixed, jittered, naive, type Variant } from "./variants.ts";

const eventsPerS = 20;
const minutesOf = {
  full: { before: 8, failing: 8, after: 60 },
  small: { before: 4, failing: 4, after: 40 },
};
/** For the budget at different rates, where nothing is to be seen before and after. */
const longMinutesOf = { full: { before: 1, failing: 60, after: 0 }, small: { before: 1, failing: 10, after: 0 } };
const ratesPerS = [0.01, 0.1, 1, 10, 50] as const;
/** Lanes from here on may be offered a tenth more, slower ones have the floor. */
const fastPerS = 10;
const mostlyFailing = 0.95;
const fewOf = {
  full: { destinations: 100, failing: 5, perSecondEach: 1, minutes: 15 },
  small: { destinations: 40, failing: 2, perSecondEach: 1, minutes: 6 },
};

export interface RetryStormFigures {
  /** Attempts ÷ events while everything fails. */
  readonly naive: number;
  /** The same under the budget, when its burst is spent: the highest of all lanes with 10 events/s and more. */
  readonly budget: number;
  /** Copies of a delivery that a receiver worked on beyond the first ÷ events, where half of the failures are lost answers. */
  readonly duplicates: { readonly naive: number; readonly budget: number };
}

const broken = answering(503, constantLatency(10));
/** Half of what fails was worked on, and only the answer was lost. */
const lossy = mixed(broken, losingAnswers(healthy, 1), 0.5);

/** What a failing destination is offered. */
export const retryStorm: Scenario<RetryStormFigures> = {
  name: "retry_storm",
  claim:
    "Without a budget a total failure is answered with four times the load. The budget allows a lane of 10 events/s and more 1.1 times, and a slower one its floor; with the breaker hardly more than probes are left.",
  run(seed, size = "full"): Findings<RetryStormFigures> {
    const play = (variants: readonly Variant[], failing: Endpoint) =>
      variants.map((variant) => playOutage({ variant, failing, perSecond: eventsPerS, minutes: minutesOf[size] }, seed));
    const total = play([fixed, exponential, jittered, budgetAlone, asShipped], broken);
    const byRate = ratesPerS.map((perSecond) => ({
      perSecond,
      ...playOutage({ variant: budgetAlone, failing: broken, perSecond, minutes: longMinutesOf[size] }, seed),
    }));
    const few = [naive("6 attempts", naiveDelays.jittered, 6), budgetAlone, asShipped].map((variant) =>
      playFailingFew(variant, fewOf[size], seed),
    );
    const [three, six] = [naive("3 attempts", naiveDelays.jittered, 3), naive("6 attempts", naiveDelays.jittered, 6)];
    const most = play([three, six, budgetAlone, asShipped], mixed(broken, healthy, 1 - mostlyFailing));
    const some = play([jittered, budgetAlone, asShipped], mixed(healthy, broken, 0.3));
    const losing = play([fixed, jittered, budgetAlone, asShipped], lossy);
    const of = (courses: readonly OutageCourse[], wanted: Variant) => courses.find(({ variant }) => variant === wanted) as OutageCourse;
    const fast = byRate.filter(({ perSecond }) => perSecond >= fastPerS);
    return {
      figures: {
        naive: of(total, fixed).amplification,
        budget: Math.max(...[of(total, budgetAlone), of(total, asShipped), ...fast].map(({ amplificationLater }) => amplificationLater)),
        duplicates: { naive: of(losing, fixed).duplicates, budget: of(losing, asShipped).duplicates },
      },
      tables: [
        courseTable(`All requests fail for ${minutesOf[size].failing} minutes, ${eventsPerS} events/s`, total),
        {
          title: `The budget and nothing else, all requests fail for ${longMinutesOf[size].failing} minutes`,
          columns: ["events/s", "events", "retries", "affordable", "attempts ÷ events", "after the first minute"],
          rows: byRate.map(({ perSecond, events, retries, amplification, amplificationLater }) => [
            perSecond,
            events,
            retries,
            Math.round(affordable(perSecond, size)),
            amplification,
            amplificationLater,
          ]),
        },
        {
          title: `${fewOf[size].failing} of ${fewOf[size].destinations} destinations fail`,
          columns: ["variant", "their attempts, % of all events", "their attempts, % of all attempts"],
          rows: few.map(({ variant, ofEvents, ofAttempts }) => [variant.label, 100 * ofEvents, 100 * ofAttempts]),
        },
        mostlyTable(most),
        courseTable(`30 % fail, ${eventsPerS} events/s`, some),
        {
          title: `All requests fail, half of them by a lost answer, ${eventsPerS} events/s`,
          columns: ["variant", "attempts ÷ events", "duplicates ÷ events"],
          rows: losing.map(({ variant, amplification, duplicates }) => [variant.label, amplification, duplicates]),
        },
      ],
      plots: [
        {
          name: "retry-storm",
          title: `Requests to a destination that fails from minute ${minutesOf[size].before} to ${minutesOf[size].before + minutesOf[size].failing}`,
          xLabel: "minutes",
          yLabel: "requests per second",
          // The naive ones look alike.
          lines: [jittered, budgetAlone, asShipped].map((variant) => ({ label: variant.label, points: of(total, variant).series })),
        },
      ],
      violations: [...total, ...byRate, ...few, ...most, ...some, ...losing].reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

/** Retries that a lane may make while all fails: its burst, and its floor for as long as that lasts. */
function affordable(perSecond: number, size: Size): number {
  const { budget } = defaultPolicyConfig;
  return budget.burst + floorPerS(budget, perSecond) * longMinutesOf[size].failing * 60;
}

function courseTable(title: string, courses: readonly OutageCourse[]): Table {
  return {
    title,
    columns: ["variant", "attempts ÷ events", "after the first minute", "peak, requests/s", "recovered after, s", "dead"],
    rows: courses.map(({ variant, amplification, amplificationLater, peak, recoveredS, dead }) => [
      variant.label,
      amplification,
      amplificationLater,
      peak,
      recoveredS ?? "not yet",
      dead,
    ]),
  };
}

/** k attempts that each fail with p are (1 − pᵏ) ÷ (1 − p) attempts in the mean. */
function mostlyTable(courses: readonly OutageCourse[]): Table {
  const expected = (attempts: number) => (1 - mostlyFailing ** attempts) / (1 - mostlyFailing);
  return {
    title: `${100 * mostlyFailing} % fail, ${eventsPerS} events/s`,
    columns: ["variant", "attempts ÷ events", "by arithmetic", "peak, requests/s", "dead"],
    rows: courses.map(({ variant, amplification, peak, dead }) => [
      variant.label,
      amplification,
      variant.maxAttempts === undefined ? "-" : expected(variant.maxAttempts).toFixed(2),
      peak,
      dead,
    ]),
  };
}
