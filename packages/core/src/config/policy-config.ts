import { z } from "zod";
import { minuteMs, secondMs } from "../time/durations.ts";
import { alert } from "./alert-section.ts";
import { deadline, floor, host, lane, leaseMarginMs, pool, shed } from "./capacity-sections.ts";
import { breaker, budget, configError, ramp, rate, retry } from "./endpoint-sections.ts";
import { wholeNumber } from "./number-key.ts";

/** Every key of the policy configuration with its unit, default and range. An unknown key is an error. */
export const policyConfigSchema = z
  .strictObject({
    retry: retry.prefault({}).meta({ description: "When a failed delivery is tried again." }),
    breaker: breaker.prefault({}).meta({
      description:
        "When an endpoint, or a whole host, is left alone, and when it is asked again. A host's circuit listens to transport failures of at least 2 subscriptions, and to 5xx once at least 5 and half of its active ones fail.",
    }),
    budget: budget.prefault({}).meta({
      description:
        "How many retries are affordable, at the lane, its host and the fleet. A retry that succeeds costs nothing while at most 10 % of the lane's attempts within `breaker.window_ms` failed.",
    }),
    rate: rate.prefault({}).meta({
      description:
        "How many deliveries per second a lane sends. The limit doubles every 5 s while demand presses and all is well, grows by a quarter per 30 s after the first trouble, and is halved by 429 or a burst of failures, though not below what succeeds. A cut that changes nothing and a growth that does harm are taken back.",
    }),
    ramp: ramp.prefault({}).meta({
      description:
        "How a lane or a host recovers after its circuit closed. A lane that falls again meanwhile gets a ceiling of three quarters of what it had, lifted by a quarter after each healthy hold.",
    }),
    lane: lane.prefault({}).meta({
      description:
        "What one subscription may have in flight, computed anew every 2 s by Little's law, growing only while latency holds; a lower number of the tenant's plan wins.",
    }),
    host: host.prefault({}).meta({ description: "What one host may receive from us." }),
    pool: pool.prefault({}).meta({ description: "What one worker may have in flight." }),
    floor: floor.prefault({}).meta({ description: "How a lane's backlog is worked off beside its new work." }),
    shed: shed.prefault({}).meta({ description: "When a subscription's backlog is bounded." }),
    config_error: configError.prefault({}).meta({
      description: "When an endpoint is said to be set up wrongly. Advisory: no delivery is decided by it.",
    }),
    alert: alert.prefault({}).meta({ description: "When people are told of what lasts. Advisory: no delivery is decided by it." }),
    lease_ms: wholeNumber({
      description:
        "How long a claimed delivery belongs to its worker, and a probe to its circuit; an unfinished one is then claimed anew. Its request begins soon enough to end before that, or it is given back.",
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
    if (config.breaker.open_ms > config.breaker.max_open_ms) refuse(["breaker", "open_ms"], "must not be above breaker.max_open_ms");
    if (config.lane.min > config.lane.start) refuse(["lane", "min"], "must not be above lane.start");
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
