import { z } from "zod";
import { defaultBreakerConfig as breakerDefaults } from "../circuit-breaker/breaker-config.ts";
import { defaultConfigErrorConfig as configErrorDefaults } from "../config-error/judge.ts";
import { defaultRateConfig as rateDefaults } from "../rate/rate-config.ts";
import { defaultRampConfig as rampDefaults } from "../recovery-ramp/recovery-ramp.ts";
import { jitters, maxWindowMs } from "../retry/retry-policy.ts";
import { defaultBudgetConfig as budgetDefaults } from "../retry-budget/budget-config.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../time/durations.ts";
import { decimal, share, wholeNumber } from "./number-key.ts";

/** How an endpoint that struggles is treated. */

export const retry = z.strictObject({
  base_ms: wholeNumber({
    description: "Widest wait after the first failure; at most `retry.cap_ms`.",
    unit: "ms",
    default: secondMs,
    min: 1,
    max: hourMs,
  }),
  factor: z.number().min(1).max(10).default(2).meta({
    description: "How much the widest wait grows with each failure. Not used by decorrelated jitter.",
    unit: "ratio",
  }),
  cap_ms: wholeNumber({ description: "Longest wait a delivery chooses for itself.", unit: "ms", default: hourMs, min: 1, max: dayMs }),
  window_ms: wholeNumber({
    description: "From a delivery's creation to its deadline; then it is dead (`expired`).",
    unit: "ms",
    default: dayMs,
    min: secondMs,
    max: maxWindowMs,
  }),
  jitter: z.enum(jitters).default("full").meta({
    description:
      "How the wait is drawn, with w = min(cap, base · factorⁿ): `full` uniform(0, w); `equal` w/2 + uniform(0, w/2); `decorrelated` min(cap, uniform(base, 3 · previous)).",
  }),
});

export const breaker = z.strictObject({
  window_ms: wholeNumber({
    description: "How far back the failure ratio looks, and with it a lane's arrivals and successes. Counts expire by time.",
    unit: "ms",
    default: breakerDefaults.window_ms,
    min: 100,
    max: hourMs,
  }),
  min_attempts: wholeNumber({
    description: "Below this many attempts in the window the ratio says nothing.",
    unit: "attempts",
    default: breakerDefaults.min_attempts,
    min: 1,
    max: 100_000,
  }),
  failure_ratio: share({
    description:
      "The circuit opens at this share of failures: transport errors, 5xx, 408, 425 and 3xx among all that was answered or failed.",
    default: breakerDefaults.failure_ratio,
  }),
  timeout_count: wholeNumber({
    description: "The circuit also opens at this many attempts without any answer when there was no success either.",
    unit: "attempts",
    default: breakerDefaults.timeout_count,
    min: 1,
    max: 100_000,
  }),
  timeout_window_ms: wholeNumber({
    description: "How far back unanswered attempts count, and how long one success rules them out.",
    unit: "ms",
    default: breakerDefaults.timeout_window_ms,
    min: 100,
    max: dayMs,
  }),
  open_ms: wholeNumber({
    description: "How long a circuit stays open the first time; doubles with each failed probe. Drawn from 10 % around it.",
    unit: "ms",
    default: breakerDefaults.open_ms,
    min: 10,
    max: dayMs,
  }),
  max_open_ms: wholeNumber({
    description: "The longest time open; at least `breaker.open_ms`.",
    unit: "ms",
    default: breakerDefaults.max_open_ms,
    min: 10,
    max: dayMs,
  }),
});

export const budget = z.strictObject({
  ratio: decimal({
    description: "Retries that one success earns, and the share of the offered rate that a floor refills with.",
    unit: "ratio",
    default: budgetDefaults.ratio,
    min: 0,
    max: 1,
  }),
  floor_per_s: decimal({
    description: "A floor refills with min(this, ratio · offered rate), and with one retry in five minutes at the least.",
    unit: "retries/s",
    default: budgetDefaults.floor_per_s,
    min: 0,
    max: 1_000,
  }),
  burst: wholeNumber({
    description: "Retries that a lane may have saved up.",
    unit: "retries",
    default: budgetDefaults.burst,
    min: 1,
    max: 100_000,
  }),
  host_burst: wholeNumber({
    description: "The same for a host, over all its lanes.",
    unit: "retries",
    default: budgetDefaults.host_burst,
    min: 1,
    max: 100_000,
  }),
  fleet_burst: wholeNumber({
    description: "The same for all workers together; each holds its part.",
    unit: "retries",
    default: budgetDefaults.fleet_burst,
    min: 1,
    max: 1_000_000,
  }),
});

export const rate = z.strictObject({
  start_per_s: decimal({
    description: "What a lane may send before it has proven more; 1.25 times its best minute of 7 days when that is more.",
    unit: "deliveries/s",
    default: rateDefaults.start_per_s,
    min: 0.1,
    max: 100_000,
  }),
});

export const ramp = z.strictObject({
  start: share({
    description:
      "Of its proven rate and of its permits, what a lane begins with when its circuit closes; of its permits, what a host does.",
    default: rampDefaults.start,
  }),
  window_ms: wholeNumber({
    description:
      "From there to everything, while at least 90 % succeed, or 90 % of what is usual where the beginning does not mend the rest; failures take back half of the way. A fall within as long again is a relapse, and a healthy hold lasts as long at first.",
    unit: "ms",
    default: rampDefaults.window_ms,
    min: 100,
    max: dayMs,
  }),
});

export const configError = z.strictObject({
  ratio: share({
    description:
      "The share of all finished attempts that must have one cause in common: a 4xx status, 3xx, TLS, NXDOMAIN, a blocked address.",
    default: configErrorDefaults.ratio,
    min: 0.51,
  }),
  min: wholeNumber({
    description: "Finished attempts in the window before anything is said.",
    unit: "attempts",
    default: configErrorDefaults.min,
    min: 1,
    max: 100_000,
  }),
  window_ms: wholeNumber({
    description: "How far back is looked; a second look takes 24 times as long, for endpoints with few events.",
    unit: "ms",
    default: configErrorDefaults.window_ms,
    min: minuteMs / 60,
    max: dayMs,
  }),
});
