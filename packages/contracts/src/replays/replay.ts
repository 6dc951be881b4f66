import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { instantSchema } from "../lists/instant.ts";
import { limitSchema } from "../lists/page.ts";

/** What can be replayed: a delivery that is not final is still being made. */
export const replayableStates = ["dead", "delivered"] as const;

/** What a bulk replay selects, of one subscription: deliveries that were created in [since, until), or whose event was; of each event only the newest generation counts. */
export const replayFilterSchema = z.strictObject({
  since: instantSchema,
  until: instantSchema,
  /** Event types; absent: all. */
  types: z.array(eventTypeSchema).min(1, "at least one type").max(100, "at most 100 types").optional(),
  states: z
    .array(z.enum(replayableStates, `expected ${replayableStates.join(" or ")}: what is not final is still under way`))
    .min(1, "at least one state")
    .default(["dead"]),
});

export const isReplayRange = ({ since, until }: { since: number; until: number }): boolean => since < until;
export const replayRangeProblem = { path: ["until"], message: "expected a time after since" };

/** The same as the public API takes it. */
export const replayRequestSchema = replayFilterSchema
  .extend({ dry_run: z.boolean().default(false) })
  .refine(isReplayRange, replayRangeProblem);

export type ReplayFilter = z.infer<typeof replayFilterSchema>;

/** What a bulk replay would do. */
export interface ReplayPlan {
  selected: number;
  /** Whether all were counted; false: the range is too long for that, and what was counted was projected on the rest of it. */
  exact: boolean;
  /** At the pace that the endpoint may be taken to allow now. */
  estimated_seconds: number;
  /** When the oldest of them was created; null when nothing is selected. */
  oldest_at: string | null;
}

export interface StartedReplay {
  job_id: string;
}

export interface ReplayedDelivery {
  delivery_id: string;
}

export const jobStates = ["queued", "running", "paused", "cancelled", "completed", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** A bulk replay. selected = delivered + dead + pending + cancelled. */
export interface JobView {
  id: string;
  kind: "replay";
  subscription_id: string;
  state: JobState;
  /** Why it failed: the subscription was disabled or deleted. */
  failure: "subscription_disabled" | "subscription_deleted" | null;
  since: string;
  until: string;
  /** Null: all. */
  types: string[] | null;
  states: string[];
  /** Still growing while the job is queued: it is being counted. */
  selected: number;
  /** How many have their new delivery so far. */
  queued: number;
  delivered: number;
  dead: number;
  /** Not final yet, whether queued or not. */
  pending: number;
  /** Not sent because the job was cancelled, or failed. */
  cancelled: number;
  /** Deliveries that became final, per second: lately while it runs, over all when it is over. */
  rate_per_second: number;
  /** Null while nothing can be said. */
  eta_seconds: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export const listJobsSchema = z.strictObject({ cursor: z.string().optional(), limit: limitSchema });
export type ListJobs = z.infer<typeof listJobsSchema>;
