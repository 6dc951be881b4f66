import { z } from "zod";
import { idSchema } from "../ids/id-schema.ts";
import { timeSchema } from "../time/time-schema.ts";

/** What every operational event about a subscription says of it. */
const about = {
  subscription_id: idSchema("subscription", "The subscription it is about."),
  url: z.string().describe("Its URL, without the query."),
};
const host = z.string().describe("The host, with its port.");
const perSecond = z.number().min(0).describe("Events that the plan takes per second.");
const count = (description: string) => z.int().min(0).describe(description);

interface OperationalEventKind<S extends z.ZodType> {
  /** When the event is sent. */
  description: string;
  /** Of its payload. */
  schema: S;
  example: z.input<S>;
}
const kind = <S extends z.ZodType>(description: string, schema: S, example: z.input<S>): OperationalEventKind<S> => ({
  description,
  schema,
  example,
});

const example = { subscription_id: "sub_06kx4v0m3ze2v9w2qk5x8d7r1c", url: "https://hooks.example.com/orders" };
const at = "2026-11-29T12:00:00.000Z";
const later = "2026-11-29T12:04:10.000Z";

/**
 * The platform's own events: facts about a tenant, its subscriptions and its events, delivered like any event to the subscriptions of that tenant that ask for their types.
 * `*` does not take them. No delivery of one of them makes another one.
 */
export const operationalEvents = {
  "hooklane.delivery.dead": kind(
    "Deliveries of a subscription died. At most one per subscription and minute, with how many there were.",
    z.strictObject({
      ...about,
      from: timeSchema("The beginning of the minute that is reported."),
      until: timeSchema("Its end."),
      count: z.int().min(1).describe("Deliveries that died in it. Test sends and deliveries of operational events do not count."),
      dead_count: count("Dead deliveries of the subscription that were not replayed, at the time of the report."),
      latest: z
        .strictObject({
          delivery_id: idSchema("delivery", "The delivery."),
          event_id: idSchema("event", "The event it was to bring."),
          reason: z.string().nullable().describe("Why attempts stopped."),
          last_status: z.int().nullable().describe("The status of the last answer."),
        })
        .nullable()
        .describe("One of them."),
    }),
    {
      ...example,
      from: at,
      until: "2026-11-29T12:01:00.000Z",
      count: 12,
      dead_count: 40,
      latest: {
        delivery_id: "dlv_06kx4v0m3ze2v9w2qk5x8d7r1c",
        event_id: "evt_06kx4v0m3ze2v9w2qk5x8d7r1c",
        reason: "terminal_status",
        last_status: 404,
      },
    },
  ),
  "hooklane.circuit.opened": kind(
    "A subscription's circuit opened: its endpoint fails, and nothing but probes is sent to it.",
    z.strictObject({
      ...about,
      opened_at: timeSchema("When it opened."),
      next_probe_at: timeSchema("When the next probe may go.").nullable(),
      error: z.string().nullable().describe("What the last failure was, for people."),
    }),
    { ...example, opened_at: at, next_probe_at: "2026-11-29T12:00:30.000Z", error: "connect timed out after 10 s" },
  ),
  "hooklane.circuit.closed": kind(
    "A subscription's circuit closed: its endpoint answers again, and its backlog is sent with growing speed.",
    z.strictObject({ ...about, opened_at: timeSchema("When it had opened.").nullable(), closed_at: timeSchema("When it closed.") }),
    { ...example, opened_at: at, closed_at: later },
  ),
  "hooklane.configuration_error.opened": kind(
    "Nearly all attempts to a subscription fail with one cause that points at a setting. Deliveries go on as before.",
    z.strictObject({
      ...about,
      since: timeSchema("When it was first seen."),
      cause: z.string().describe("The cause that they share, like `http_404` or `tls_error`."),
      http_status: z.int().nullable(),
      hint: z.string().describe("What to check, as a sentence."),
      share: z.number().min(0).max(1).describe("The part of all finished attempts that shares the cause."),
    }),
    { ...example, since: at, cause: "http_404", http_status: 404, hint: "Check the path of the URL.", share: 0.98 },
  ),
  "hooklane.configuration_error.resolved": kind(
    "A configuration error that was reported is over.",
    z.strictObject({
      ...about,
      since: timeSchema("When it was first seen."),
      cause: z.string(),
      resolved_at: timeSchema("When it was over."),
    }),
    { ...example, since: at, cause: "http_404", resolved_at: later },
  ),
  "hooklane.lane.full": kind(
    "The requests in flight to a subscription have been near the most it may have at once for a while. What does not fit waits.",
    z.strictObject({
      ...about,
      since: timeSchema("Since when."),
      in_flight: count("Requests in flight."),
      cap: count("How many may be."),
    }),
    { ...example, since: at, in_flight: 18, cap: 20 },
  ),
  "hooklane.lane.relieved": kind(
    "There is room again for requests to a subscription that was reported full.",
    z.strictObject({ ...about, since: timeSchema("Since when it had been full."), relieved_at: timeSchema("When there was room again.") }),
    { ...example, since: at, relieved_at: later },
  ),
  "hooklane.secret.expiring": kind(
    "A secret that was replaced signs for less than two hours more. Not sent for an overlap that was that short from the beginning.",
    z.strictObject({ ...about, expires_at: timeSchema("When it ends.") }),
    { ...example, expires_at: later },
  ),
  "hooklane.shedding.started": kind(
    "A subscription's backlog is over its threshold and does not shrink: new deliveries are recorded dead, to be replayed.",
    z.strictObject({
      ...about,
      started_at: timeSchema("When it began."),
      backlog: count("Deliveries that wait."),
      backlog_bytes: count("Their bytes."),
    }),
    { ...example, started_at: at, backlog: 100_400, backlog_bytes: 92_000_000 },
  ),
  "hooklane.shedding.stopped": kind(
    "A subscription's new deliveries are taken again.",
    z.strictObject({
      ...about,
      started_at: timeSchema("When it had begun.").nullable(),
      stopped_at: timeSchema("When it stopped."),
      backlog: count("Deliveries that wait."),
    }),
    { ...example, started_at: at, stopped_at: later, backlog: 71_200 },
  ),
  "hooklane.subscription.disabled": kind(
    "The platform disabled a subscription. New events for it are recorded dead, to be replayed once it is enabled.",
    z.strictObject({
      ...about,
      disabled_at: timeSchema("When it was disabled."),
      reason: z.string().describe("Why: `gone` when the endpoint answered 410."),
    }),
    { ...example, disabled_at: at, reason: "gone" },
  ),
  "hooklane.replay.finished": kind(
    "A bulk replay is over: every delivery that it selected is final, or it was cancelled.",
    z.strictObject({
      ...about,
      job_id: idSchema("job", "The replay job."),
      state: z.enum(["completed", "cancelled", "failed"]),
      selected: count("Deliveries that were to be replayed."),
      delivered: count("Replays that were delivered."),
      dead: count("Replays that died."),
      cancelled: count("Replays that were cancelled."),
      finished_at: timeSchema("When it was over."),
    }),
    {
      ...example,
      job_id: "job_06kx4v0m3ze2v9w2qk5x8d7r1c",
      state: "completed",
      selected: 12_000,
      delivered: 11_990,
      dead: 10,
      cancelled: 0,
      finished_at: later,
    },
  ),
  "hooklane.host.unreachable": kind(
    "Several endpoints on one host have failed together for minutes: one event for all of the tenant's endpoints there.",
    z.strictObject({
      host,
      opened_at: timeSchema("When the host's circuit opened."),
      endpoints: z.int().min(0).describe("The tenant's active endpoints on it."),
    }),
    { host: "hooks.example.com:443", opened_at: at, endpoints: 4 },
  ),
  "hooklane.host.recovered": kind(
    "A host that was reported unreachable answers again, or nothing is known to fail on it any more.",
    z.strictObject({ host, opened_at: timeSchema("When its circuit had opened."), recovered_at: timeSchema("When it was over.") }),
    { host: "hooks.example.com:443", opened_at: at, recovered_at: later },
  ),
  "hooklane.quota.exceeded": kind(
    "Events of the tenant were refused because more come in per second than its plan takes.",
    z.strictObject({ per_second: perSecond, since: timeSchema("When the first was refused.") }),
    { per_second: 100, since: at },
  ),
  "hooklane.quota.relieved": kind(
    "No event of the tenant was refused for its quota for a quarter of an hour.",
    z.strictObject({
      per_second: perSecond,
      since: timeSchema("When the first had been refused."),
      relieved_at: timeSchema("When it was over."),
    }),
    { per_second: 100, since: at, relieved_at: later },
  ),
  "hooklane.event.completed": kind(
    "Every first delivery of an event is final. Only for events of types that have `announce_completed` in the catalogue.",
    z.strictObject({
      event_id: idSchema("event", "The event."),
      event_type: z.string(),
      accepted_at: timeSchema("When it was accepted."),
      completed_at: timeSchema("When the last of its first deliveries became final."),
      deliveries: count("First deliveries that it made."),
      delivered: count("Of these, those that were delivered."),
      dead: count("Of these, those that died."),
    }),
    {
      event_id: "evt_06kx4v0m3ze2v9w2qk5x8d7r1c",
      event_type: "order.paid",
      accepted_at: at,
      completed_at: later,
      deliveries: 3,
      delivered: 2,
      dead: 1,
    },
  ),
} as const;

export type OperationalType = keyof typeof operationalEvents;
export type OperationalPayload<T extends OperationalType> = z.infer<(typeof operationalEvents)[T]["schema"]>;
export const operationalTypes = Object.keys(operationalEvents) as OperationalType[];

export const EVENT_COMPLETED_TYPE = "hooklane.event.completed";
export type EventCompleted = OperationalPayload<typeof EVENT_COMPLETED_TYPE>;
/** Types of facts about a tenant, or about its endpoints on one host. */
export type TenantFactType = Extract<OperationalType, `hooklane.host.${string}` | `hooklane.quota.${string}`>;
/** Types of facts about one subscription. */
export type SubscriptionFactType = Exclude<OperationalType, TenantFactType | typeof EVENT_COMPLETED_TYPE>;
