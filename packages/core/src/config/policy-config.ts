import { z } from "zod";
import { jitters, maxWindowMs } from "../retry/retry-policy.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../time/durations.ts";

/** Between the end of the longest attempt and the end of its lease there is at least this long, to record what came of it. */
export const leaseMarginMs = secondMs;

interface NumberKey {
  readonly description: string;
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

function wholeNumber({ description, unit, min, max, default: value }: NumberKey) {
  return z.int().min(min).max(max).default(value).meta({ description, unit });
}

const retry = z.strictObject({
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

const lane = z.strictObject({
  max: wholeNumber({
    description: "Requests in flight of one subscription; a lower number of the tenant's plan wins.",
    unit: "permits",
    default: 10,
    min: 1,
    max: 500,
  }),
});

const host = z.strictObject({
  cap: wholeNumber({
    description:
      "Requests in flight to one host, over all its subscriptions. Shared fairly among the active ones; what they do not use is lent.",
    unit: "permits",
    default: 20,
    min: 1,
    max: 1_000,
  }),
});

const pool = z.strictObject({
  size: wholeNumber({
    description: "Requests in flight of one worker. Dealt in turns over tenants, then over each tenant's subscriptions.",
    unit: "permits",
    default: 500,
    min: 1,
    max: 10_000,
  }),
});

const deadline = z.strictObject({
  connect_ms: wholeNumber({
    description: "Until a connection is made, name resolution and TLS included; at most `deadline.total_ms`.",
    unit: "ms",
    default: 10 * secondMs,
    min: 1,
    max: 5 * minuteMs,
  }),
  total_ms: wholeNumber({
    description: `Until an attempt has ended, reading included; at least ${leaseMarginMs} ms shorter than \`lease_ms\`.`,
    unit: "ms",
    default: 30 * secondMs,
    min: 1,
    max: 5 * minuteMs,
  }),
});

/** Every key of the policy configuration with its unit, default and range. An unknown key is an error. */
export const policyConfigSchema = z
  .strictObject({
    retry: retry.prefault({}).meta({ description: "When a failed delivery is tried again." }),
    lane: lane.prefault({}).meta({ description: "What one subscription may have in flight." }),
    host: host.prefault({}).meta({ description: "What one host may receive from us." }),
    pool: pool.prefault({}).meta({ description: "What one worker may have in flight." }),
    lease_ms: wholeNumber({
      description: "How long a claimed delivery belongs to its worker; an unfinished one is then claimed anew.",
      unit: "ms",
      default: 90 * secondMs,
      min: 2 * secondMs,
      max: 10 * minuteMs,
    }),
    deadline: deadline.prefault({}).meta({ description: "How long one attempt may take." }),
  })
  .superRefine((config, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (config.retry.base_ms > config.retry.cap_ms) refuse(["retry", "base_ms"], "must not be above retry.cap_ms");
    if (config.deadline.connect_ms > config.deadline.total_ms) refuse(["deadline", "connect_ms"], "must not be above deadline.total_ms");
    if (config.deadline.total_ms + leaseMarginMs >= config.lease_ms) {
      refuse(
        ["deadline", "total_ms"],
        `must be more than ${leaseMarginMs} ms below lease_ms, or a second worker could send what is still being sent`,
      );
    }
  });

/** The complete configuration of all policies. Key names are the public ones. */
export type PolicyConfig = z.output<typeof policyConfigSchema>;
