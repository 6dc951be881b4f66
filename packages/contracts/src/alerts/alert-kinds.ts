import { z } from "zod";

const count = z.number().min(0);
const instant = z.string();

interface AlertKindSpec<S extends z.ZodType> {
  /** What it is called, everywhere. */
  label: string;
  /** When it opens, and when it is over. */
  rule: string;
  /** What was seen of it. */
  evidence: S;
  /** It tells of something that happened, not of something that lasts: nobody is told when it is over. */
  isMoment: boolean;
  tone: "bad" | "wait" | "info";
}
const kind = <S extends z.ZodType>(spec: AlertKindSpec<S>): AlertKindSpec<S> => spec;

/** What tenants are alerted of. An alert is one of these about one endpoint, host, replay or workspace. */
export const alertKinds = {
  configuration_error: kind({
    label: "Configuration error",
    rule: "Nearly all attempts to an endpoint fail with one cause that points at a setting. Over when they do not any more.",
    evidence: z.object({ cause: z.string(), http_status: z.int().nullable(), hint: z.string(), share: z.number(), since: instant }),
    isMoment: false,
    tone: "bad",
  }),
  circuit_open: kind({
    label: "Circuit open for long",
    rule: "An endpoint has failed for so long that nothing but probes has been sent to it for minutes. Over when a probe succeeds.",
    evidence: z.object({ opened_at: instant, error: z.string().nullable() }),
    isMoment: false,
    tone: "bad",
  }),
  host_unreachable: kind({
    label: "Host fails",
    rule: "Several endpoints on one host have failed together for minutes. One alert stands for all of them. Over when a probe succeeds.",
    evidence: z.object({ opened_at: instant, endpoints: count }),
    isMoment: false,
    tone: "bad",
  }),
  lane_full: kind({
    label: "Endpoint at its limit",
    rule: "The requests in flight have been near what the endpoint may have at once for half a minute. Over when there is room again.",
    evidence: z.object({ cap: count, in_flight: count, since: instant }),
    isMoment: false,
    tone: "wait",
  }),
  dead_letters: kind({
    label: "Deliveries died",
    rule: "Deliveries to an endpoint began to die. Over an hour after the last one; what died can be replayed for 30 days.",
    evidence: z.object({ deaths: count, reason: z.string().nullable(), last_status: z.int().nullable() }),
    isMoment: false,
    tone: "bad",
  }),
  shedding: kind({
    label: "Backlog is shed",
    rule: "An endpoint's backlog is over its limit and does not shrink: new deliveries are recorded dead. Over when new ones are taken again.",
    evidence: z.object({ started_at: instant, backlog: count, backlog_bytes: count }),
    isMoment: false,
    tone: "bad",
  }),
  backlog_age: kind({
    label: "Deliveries wait for long",
    rule: "An endpoint's oldest due delivery has waited for many minutes although its circuit is closed. Over when it has caught up.",
    evidence: z.object({ lag_seconds: count }),
    isMoment: false,
    tone: "wait",
  }),
  endpoint_disabled: kind({
    label: "Endpoint disabled",
    rule: "The platform disabled an endpoint, since it said that it is gone. Over when it is enabled or deleted.",
    evidence: z.object({ reason: z.string(), disabled_at: instant }),
    isMoment: false,
    tone: "bad",
  }),
  secret_expiring: kind({
    label: "Previous secret ends soon",
    rule: "The secret that was replaced signs for less than two hours more. Over when it has ended.",
    evidence: z.object({ expires_at: instant }),
    isMoment: true,
    tone: "wait",
  }),
  replay_finished: kind({
    label: "Replay finished",
    rule: "Every delivery of a bulk replay is final, or it was cancelled. Over after a day.",
    evidence: z.object({ job_id: z.string(), state: z.string(), selected: count, delivered: count, dead: count, cancelled: count }),
    isMoment: true,
    tone: "info",
  }),
  ingest_quota: kind({
    label: "Ingest quota exceeded",
    rule: "Events were refused because more come in per second than the plan takes. Over a quarter of an hour after the last refusal.",
    evidence: z.object({ per_second: count }),
    isMoment: false,
    tone: "bad",
  }),
} as const;

export type AlertKind = keyof typeof alertKinds;
export type AlertEvidence<K extends AlertKind> = z.infer<(typeof alertKinds)[K]["evidence"]>;
export const alertKindNames = Object.keys(alertKinds) as AlertKind[];
