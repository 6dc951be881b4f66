import { z } from "zod";
import { eventTypePatternSchema } from "../events/event-type.ts";
import { customHeadersSchema } from "./headers.ts";

const HOUR_MS = 3_600_000;

/** A subscription's own retry rules; what is absent follows the policy of the installation. */
export const retryPolicySchema = z.strictObject({
  base_ms: z.int().min(100).max(HOUR_MS).optional(),
  factor: z.number().min(1).max(10).optional(),
  cap_ms: z
    .int()
    .min(1_000)
    .max(24 * HOUR_MS)
    .optional(),
  window_ms: z
    .int()
    .min(1_000)
    .max(72 * HOUR_MS)
    .optional(),
  jitter: z.enum(["full", "equal", "decorrelated"]).optional(),
  max_attempts: z.int().min(1).max(1_000).optional(),
  /** What becomes of a retry that the retry budget does not afford: it waits (`defer`, as without this), or it is dead at once. */
  on_empty_budget: z.enum(["defer", "dead_letter"]).optional(),
});

/** A 4xx status that is to be retried all the same, and how often at most. */
export const retryableStatusSchema = z.strictObject({
  status: z.int().min(400).max(499),
  max_attempts: z.int().min(1).max(1_000),
});

const fields = {
  url: z.string(),
  event_types: z.array(eventTypePatternSchema).min(1, "at least one event type").max(100, "at most 100 event types"),
  description: z.string().max(500),
  metadata: z.record(z.string().max(64), z.string().max(500)).refine((m) => Object.keys(m).length <= 50, "at most 50 members"),
  format: z.enum(["envelope", "raw"]),
  ordered: z.boolean(),
  mode: z.enum(["at_least_once", "at_most_once"]),
  custom_headers: customHeadersSchema,
  retry_policy: retryPolicySchema,
  retryable_statuses: z
    .array(retryableStatusSchema)
    .max(50)
    .refine((list) => new Set(list.map((entry) => entry.status)).size === list.length, "a status is listed twice"),
};

export const createSubscriptionSchema = z.strictObject({
  url: fields.url,
  event_types: fields.event_types,
  description: fields.description.default(""),
  metadata: fields.metadata.default({}),
  format: fields.format.default("envelope"),
  ordered: fields.ordered.default(false),
  mode: fields.mode.default("at_least_once"),
  custom_headers: fields.custom_headers.default({}),
  retry_policy: fields.retry_policy.default({}),
  retryable_statuses: fields.retryable_statuses.default([]),
  /** A signing secret of the caller's own; absent: one is generated. */
  secret: z.string().optional(),
});

/** Any part of a subscription but its secrets and whether it is ordered: sequences are given at accept, so order cannot begin or end later. */
export const updateSubscriptionSchema = z
  .strictObject({
    url: fields.url,
    event_types: fields.event_types,
    description: fields.description,
    metadata: fields.metadata,
    format: fields.format,
    mode: fields.mode,
    custom_headers: fields.custom_headers,
    retry_policy: fields.retry_policy,
    retryable_statuses: fields.retryable_statuses,
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "nothing to change");

export type CreateSubscription = z.infer<typeof createSubscriptionSchema>;
export type UpdateSubscription = z.infer<typeof updateSubscriptionSchema>;

/** A subscription as the API shows it; `secret` only in the answers that create or rotate one. */
export interface SubscriptionView {
  id: string;
  url: string;
  description: string;
  metadata: Record<string, string>;
  event_types: string[];
  format: "envelope" | "raw";
  ordered: boolean;
  mode: "at_least_once" | "at_most_once";
  custom_headers: Record<string, string>;
  retry_policy: z.infer<typeof retryPolicySchema>;
  retryable_statuses: z.infer<typeof retryableStatusSchema>[];
  state: "active" | "paused" | "disabled";
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
  secret?: string;
}
