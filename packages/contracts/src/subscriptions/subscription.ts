import { z } from "zod";
import { eventTypePatternSchema } from "../events/event-type.ts";
import { idSchema } from "../ids/id-schema.ts";
import { givenSecretSchema } from "../secrets/secret.ts";
import { timeSchema } from "../time/time-schema.ts";
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
  url: z
    .string()
    .meta({ description: "Where to send: `https:`, at most 2,048 characters.", examples: ["https://hooks.example.com/orders"] }),
  event_types: z
    .array(eventTypePatternSchema)
    .min(1, "at least one event type")
    .max(100, "at most 100 event types")
    .meta({
      description: "Event types, prefixes like `order.*`, or `*` for all but the platform's own.",
      examples: [["order.paid", "refund.*"]],
    }),
  description: z.string().max(500).describe("For people."),
  metadata: z
    .record(z.string().max(64), z.string().max(500))
    .refine((m) => Object.keys(m).length <= 50, "at most 50 members")
    .describe("Yours to keep; at most 50 members."),
  filter: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      description:
        "Which of the events it takes, by their payloads; null: all. Members are paths, compared by value or by operators like `$gte`.",
      examples: [{ "order.total": { $gte: 100 } }],
    }),
  rate_limit: z
    .int()
    .min(1, "at least 1 per second")
    .max(10_000, "at most 10000 per second")
    .nullable()
    .describe("Deliveries per second at most; null: what the policies allow."),
  format: z.enum(["envelope", "raw"]).describe("Whether the body is the envelope with id, type and timestamp, or the payload alone."),
  ordered: z.boolean().describe("Whether deliveries go one after another, in the order of acceptance. Cannot be changed later."),
  mode: z
    .enum(["at_least_once", "at_most_once"])
    .describe("`at_most_once` makes a single attempt: what it may have lost is recorded dead, and never sent again by itself."),
  custom_headers: customHeadersSchema.describe(
    "Sent with every delivery; at most 20. Names that the platform or the connection sets are refused.",
  ),
  retry_policy: retryPolicySchema.describe("What is absent follows the policy of the installation."),
  retryable_statuses: z
    .array(retryableStatusSchema)
    .max(50)
    .refine((list) => new Set(list.map((entry) => entry.status)).size === list.length, "a status is listed twice")
    .describe("4xx statuses that are retried all the same, and how often at most."),
};

export const createSubscriptionSchema = z.strictObject({
  url: fields.url,
  event_types: fields.event_types,
  description: fields.description.default(""),
  metadata: fields.metadata.default({}),
  filter: fields.filter.default(null),
  rate_limit: fields.rate_limit.default(null),
  format: fields.format.default("envelope"),
  ordered: fields.ordered.default(false),
  mode: fields.mode.default("at_least_once"),
  custom_headers: fields.custom_headers.default({}),
  retry_policy: fields.retry_policy.default({}),
  retryable_statuses: fields.retryable_statuses.default([]),
  secret: givenSecretSchema,
});

/** Any part of a subscription but its secrets and whether it is ordered: sequences are given at accept, so order cannot begin or end later. */
export const updateSubscriptionSchema = z
  .strictObject({
    url: fields.url,
    event_types: fields.event_types,
    description: fields.description,
    metadata: fields.metadata,
    filter: fields.filter,
    rate_limit: fields.rate_limit,
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

/** A subscription as the API shows it. */
export const subscriptionSchema = z
  .object({
    id: idSchema("subscription", "The subscription."),
    url: z.string().describe("In lists without its query, which may be a credential."),
    description: z.string(),
    metadata: z.record(z.string(), z.string()),
    event_types: z.array(z.string()),
    filter: fields.filter,
    rate_limit: fields.rate_limit,
    format: fields.format,
    ordered: z.boolean(),
    mode: fields.mode,
    custom_headers: z
      .record(z.string(), z.string())
      .describe("Values are shown in the answer to the call that set them, and masked everywhere else."),
    retry_policy: retryPolicySchema,
    retryable_statuses: z.array(retryableStatusSchema),
    state: z.enum(["active", "paused", "disabled"]),
    disabled_reason: z.string().nullable().describe("Why the platform disabled it."),
    created_at: timeSchema("When it was registered."),
    updated_at: timeSchema("When it was last changed."),
    secret: z.string().optional().describe("The signing secret: only in the answers of the calls that create or rotate one."),
  })
  .meta({ id: "Subscription", description: "An endpoint that asked for events of some types." });

export type SubscriptionView = z.infer<typeof subscriptionSchema>;
