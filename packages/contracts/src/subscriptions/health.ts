import { z } from "zod";
import { timeSchema } from "../time/time-schema.ts";

export const circuitStates = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof circuitStates)[number];

/** The classes of deliveries that admission judges one by one. */
export const waitingClasses = ["first", "retry", "catch_up", "ordered"] as const;

/** A uniform cause of failure that the endpoint's owner can mend. */
export const configurationErrorSchema = z.object({
  cause: z.string().describe("From the closed list of causes, for example `http_401` or `tls_error`."),
  http_status: z.int().nullable().describe("The status that all answers have; null when there is none."),
  hint: z.string().describe("What to check, as a sentence."),
  since: timeSchema("Since when attempts end so."),
  share: z.number().min(0).max(1).describe("The share of the finished attempts that end so."),
});

export type ConfigurationErrorView = z.infer<typeof configurationErrorSchema>;

/** What an endpoint's circuit opened for. */
export const openingSchema = z.object({
  opened_at: timeSchema("When it opened, the first time of this episode."),
  attempts: z.int().min(0).describe("Attempts that had ended within the window."),
  failures: z.int().min(0).describe("How many of them had failed."),
  unanswered: z.int().min(0).describe("Attempts in a row that had got no answer at all."),
  window_seconds: z.number().min(0).describe("How far back attempts are counted."),
});

/** Why deliveries of one class wait. */
export const waitingSchema = z.object({
  class: z.enum(waitingClasses),
  reason: z.string().describe("The word of the policy that holds them back."),
  until: timeSchema("When the wait ends; null when no clock knows.").nullable(),
  ended_by: z.string().nullable().describe("What ends it when no clock does."),
});

export type WaitingView = z.infer<typeof waitingSchema>;

const use = (what: string) => ({ cap: z.int().min(0).describe(`The most requests at one time to ${what}.`), in_flight: z.int().min(0) });

/** A subscription's health as the API shows it. */
export const healthSchema = z
  .object({
    circuit_state: z.enum(circuitStates),
    next_probe_at: timeSchema("When an open circuit lets its next probe through; null when it is not open.").nullable(),
    opening: openingSchema.nullable().describe("What the circuit opened for; null when it is closed, and when that is not known."),
    success_rate: z.number().min(0).max(1).nullable().describe("Share of attempts in the last hour that succeeded; null without attempts."),
    lag_seconds: z
      .number()
      .min(0)
      .describe("Age of the oldest delivery that is due and that neither its owner nor its endpoint holds back; 0 when there is none."),
    backlog: z.int().min(0).describe("Deliveries that are not final: waiting, retries included, or in flight."),
    oldest_due_at: timeSchema(
      "When the delivery that is due the longest fell due, whatever holds it back; null when none is due.",
    ).nullable(),
    dead_count: z.int().min(0).describe("Dead deliveries that were not replayed."),
    oldest_dead_at: timeSchema("When the oldest of them died.").nullable(),
    last_delivery_at: timeSchema("When an attempt was last made; null before the first of the kept roll-ups.").nullable(),
    likely_configuration_error: configurationErrorSchema.nullable().describe("What to mend, when all attempts fail alike."),
    shedding: z.boolean().describe("Whether new deliveries are recorded dead without an attempt, because too much waits already."),
    ramp_percent: z.number().min(0).max(100).describe("What the recovery lets through now; 100 when the endpoint does not recover."),
    ordered_ceiling_per_second: z
      .number()
      .min(0)
      .nullable()
      .describe("The most that an ordered endpoint can receive; null for others, and while no latency is known."),
    lane: z.object({
      ...use("this endpoint"),
      sick: z.boolean().describe("Whether it is held to the least number of requests, because it fails."),
    }),
    host: z.object({
      ...use("its host"),
      active_subscriptions: z.int().min(0),
      circuit_state: z
        .enum(circuitStates)
        .describe("The circuit that its subscriptions share; it opens when the host itself cannot be reached."),
      next_probe_at: timeSchema("When an open circuit of the host lets its next probe through; null when it is not open.").nullable(),
    }),
    asked_to_wait_until: timeSchema("Until when the endpoint asked to be left alone, with Retry-After; null when it did not.").nullable(),
    retry_budget: z.object({ fill: z.number().min(0).max(1).describe("0 (empty) to 1 (full).") }),
    rate_limit: z.number().min(0).describe("Deliveries per second that the endpoint gets now at the most."),
    waiting: z.array(waitingSchema).describe("Why deliveries wait, by class; a class that gets what it asks for is not in it."),
    observed_at: timeSchema("When the worker last told of these; null when none has a need to.").nullable(),
  })
  .meta({ id: "Health", description: "How a subscription is doing." });

export type HealthView = z.infer<typeof healthSchema>;

/** What the books say of an endpoint's health. */
export type HealthSummary = Pick<HealthView, "circuit_state" | "success_rate" | "backlog" | "dead_count" | "last_delivery_at">;

/** What a list of endpoints shows of each one's health. */
export interface EndpointHealth extends HealthSummary, Pick<HealthView, "lag_seconds" | "shedding" | "likely_configuration_error"> {
  /** Share of attempts in the last 24 h that succeeded; null without attempts. */
  success_rate_day: number | null;
}
