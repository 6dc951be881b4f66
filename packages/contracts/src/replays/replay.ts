import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { idSchema } from "../ids/id-schema.ts";
import { instantSchema } from "../lists/instant.ts";
import { cursorSchema, limitSchema } from "../lists/page.ts";
import { timeSchema } from "../time/time-schema.ts";

/** What can be replayed: a delivery that is not final is still being made. */
export const replayableStates = ["dead", "delivered"] as const;

/** What a bulk replay selects, of one subscription: deliveries that were created in [since, until), or whose event was; of each event only the newest generation counts. */
export const replayFilterSchema = z.strictObject({
  since: instantSchema.describe("Deliveries created at or after this time, or whose event was accepted then."),
  until: instantSchema.describe("And before this time."),
  types: z
    .array(eventTypeSchema)
    .min(1, "at least one type")
    .max(100, "at most 100 types")
    .optional()
    .describe("Event types; absent: all."),
  states: z
    .array(z.enum(replayableStates, `expected ${replayableStates.join(" or ")}: what is not final is still under way`))
    .min(1, "at least one state")
    .default(["dead"])
    .describe("States that are selected. Of each event only the newest generation counts."),
});

export const isReplayRange = ({ since, until }: { since: number; until: number }): boolean => since < until;
export const replayRangeProblem = { path: ["until"], message: "expected a time after since" };

/** The bounds of a rate that is chosen for a bulk replay, in deliveries per second. */
export const replayRates = { min: 1, max: 10_000 } as const;

/** A rate that is chosen for a bulk replay; null: none, it goes as fast as its endpoint allows. */
export const replayRateSchema = z
  .number()
  .min(replayRates.min, `at least ${replayRates.min} delivery per second`)
  .max(replayRates.max, `at most ${replayRates.max.toLocaleString("en")} deliveries per second`)
  .nullable()
  .describe("Deliveries per second that the replay may add at most, below what its endpoint allows; null: as fast as that.");

const maxRate = { max_rate_per_second: replayRateSchema.default(null) };

/** What begins a bulk replay. */
export const startReplaySchema = replayFilterSchema.extend(maxRate);
export type StartReplay = z.infer<typeof startReplaySchema>;

/** What of a bulk replay can be changed while it is open. */
export const updateJobSchema = z.strictObject({ max_rate_per_second: replayRateSchema });

/** The same as the public API takes it. */
export const replayRequestSchema = startReplaySchema
  .extend({ dry_run: z.boolean().default(false).describe("Only say how many there are and how long it would take.") })
  .refine(isReplayRange, replayRangeProblem);

export type ReplayFilter = z.infer<typeof replayFilterSchema>;

/** What a bulk replay would do. */
export const replayPlanSchema = z
  .object({
    selected: z.int().min(0),
    exact: z
      .boolean()
      .describe("Whether all were counted; false: the range is too long for that, and what was counted was projected on the rest of it."),
    estimated_seconds: z
      .number()
      .min(0)
      .describe("At the rate that was asked for, or at the pace that the endpoint may be taken to allow now if that is less."),
    own_rate_per_second: z
      .number()
      .min(0)
      .describe("What the endpoint may be taken to allow a replay now, beside its new events: its own pace of catching up."),
    oldest_at: timeSchema("When the oldest of them was created; null when nothing is selected.").nullable(),
  })
  .meta({ id: "ReplayPlan" });

export type ReplayPlan = z.infer<typeof replayPlanSchema>;

export const startedReplaySchema = z.object({ job_id: idSchema("job", "The job to follow.") }).meta({ id: "StartedReplay" });
export type StartedReplay = z.infer<typeof startedReplaySchema>;

export const replayedDeliverySchema = z.object({ delivery_id: idSchema("delivery", "The new delivery.") }).meta({ id: "ReplayedDelivery" });
export type ReplayedDelivery = z.infer<typeof replayedDeliverySchema>;

export const jobStates = ["queued", "running", "paused", "cancelled", "completed", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** A bulk replay. selected = delivered + dead + pending + cancelled. */
export const jobSchema = z
  .object({
    id: idSchema("job", "The job."),
    kind: z.enum(["replay"]),
    subscription_id: idSchema("subscription", "The subscription whose deliveries are replayed."),
    state: z.enum(jobStates),
    failure: z.enum(["subscription_disabled", "subscription_deleted"]).nullable().describe("Why it failed."),
    since: timeSchema("The beginning of the range."),
    until: timeSchema("Its end."),
    types: z.array(z.string()).nullable().describe("Null: all."),
    states: z.array(z.string()),
    selected: z.int().min(0).describe("Still growing while the job is queued: it is being counted."),
    queued: z.int().min(0).describe("How many have their new delivery so far."),
    delivered: z.int().min(0),
    dead: z.int().min(0),
    pending: z.int().min(0).describe("Not final yet, whether queued or not."),
    cancelled: z.int().min(0).describe("Not sent because the job was cancelled, or failed."),
    rate_per_second: z
      .number()
      .min(0)
      .describe("Deliveries that became final, per second: lately while it runs, over all when it is over."),
    max_rate_per_second: replayRateSchema,
    eta_seconds: z.int().min(0).nullable().describe("Null while nothing can be said."),
    created_at: timeSchema("When it was asked for."),
    started_at: timeSchema("When it began.").nullable(),
    finished_at: timeSchema("When it was over.").nullable(),
  })
  .meta({ id: "Job", description: "A bulk replay. `selected` is the sum of `delivered`, `dead`, `pending` and `cancelled`." });

export type JobView = z.infer<typeof jobSchema>;

export const listJobsSchema = z.strictObject({ cursor: cursorSchema, limit: limitSchema });
export type ListJobs = z.infer<typeof listJobsSchema>;
