import { z } from "zod";
import type { PastVisit } from "./visit.ts";

/** A tenant as a search of the support staff shows it. */
export interface TenantHit {
  id: string;
  name: string;
  kind: string;
  plan: string;
  created_at: string;
  owner_email: string | null;
}

export interface TenantSearch {
  /** What the text was taken for: like "delivery id" or "name". */
  taken_for: string;
  tenants: TenantHit[];
}

/** What staff may set of a plan for one tenant, with what it is in words. */
export const planFields = {
  lane_cap: "Requests in flight of one endpoint",
  tenant_in_flight: "Requests in flight of the workspace",
  deliveries_per_s: "Deliveries per second",
  ingest_per_s: "Events accepted per second",
  subscriptions: "Endpoints",
  shed_deliveries: "Waiting deliveries of one endpoint before shedding",
  shed_bytes: "Their bytes before shedding",
} as const;
export type PlanField = keyof typeof planFields;

const MAX_LIMIT = 1_000_000_000;
const planField = z.int("A whole number.").min(1, "At least 1.").max(MAX_LIMIT, "Too large.").nullable().optional();

export const planNameSchema = z.enum(["free", "team", "scale"]);

/** A tenant's plan, and what differs from it; absent and null: as in the plan. */
export const changeLimitsSchema = z.strictObject({
  plan: planNameSchema,
  override: z.strictObject(
    Object.fromEntries(Object.keys(planFields).map((name) => [name, planField])) as Record<PlanField, typeof planField>,
  ),
  reason: z.string().trim().min(4, "Say why, in 4 characters or more.").max(500, "At most 500 characters."),
});
export type ChangeLimits = z.infer<typeof changeLimitsSchema>;

/** What one host may have in flight instead of the configured cap. */
export const setHostLimitSchema = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s/@?#]+:\d{1,5}$/, "A host with its port, like api.example.com:443."),
  cap: z.int("A whole number.").min(1, "At least 1.").max(10_000, "At most 10,000.").nullable(),
  note: z.string().trim().max(500, "At most 500 characters.").default(""),
});
export type SetHostLimit = z.infer<typeof setHostLimitSchema>;

export interface HostLimitView {
  host: string;
  cap: number;
  note: string;
  updated_at: string;
}

export interface TroubledEndpointView {
  id: string;
  /** Without its query. */
  url: string;
  state: string;
  disabled_reason: string | null;
  circuit: string;
  backlog: number;
  dead_count: number;
  shedding: boolean;
  config_cause: string | null;
}

/** A tenant as the support console shows it. */
export interface SupportedTenant {
  id: string;
  name: string;
  kind: string;
  created_at: string;
  plan: string;
  /** What staff changed of the plan. */
  override: Partial<Record<PlanField, number>>;
  /** What holds: the plan with what was changed laid over it. Null: the configured threshold. */
  limits: Record<PlanField, number | null>;
  owners: string[];
  /** One of the staff belongs to it: it is not visited. */
  has_staff: boolean;
  endpoints: { active: number; paused: number; disabled: number };
  backlog: number;
  dead_count: number;
  /** Of the last 24 hours. */
  day: { delivered: number; dead: number; succeeded: number; failed: number };
  troubled: TroubledEndpointView[];
  visits: PastVisit[];
}

export interface FleetView {
  workers: {
    id: string;
    hostname: string;
    pid: number;
    started_at: string;
    heartbeat_at: string;
    state: "live" | "draining" | "silent";
    shards: number;
    lanes: number;
    in_flight: number;
  }[];
  /** Shards that nobody living owns. */
  unowned_shards: number;
  leases: { open: number; expired: number; oldest_expired_at: string | null };
  circuits: {
    scope: "endpoint" | "host";
    host: string;
    endpoint_id: string | null;
    tenant: { id: string; name: string } | null;
    since: string;
    probe_at: string;
  }[];
}

export interface JobQueuesView {
  queues: { name: string; waiting: number; retrying: number; active: number; failed: number; oldest_ready_at: string | null }[];
  troubled: {
    id: string;
    queue: string;
    state: "failed" | "retry";
    data: string;
    error: string;
    retries: number;
    created_at: string;
    at: string;
  }[];
}

/** A lane whose plan allows less than a month of its traffic needs. */
export interface CapacityFindingView {
  endpoint_id: string;
  url: string;
  tenant: { id: string; name: string; plan: string };
  arrival_per_s: number;
  latency_p99_ms: number;
  needed: number;
  /** The plan's now. */
  cap: number;
  reviewed_at: string;
}

export type MailState = "sent" | "failed" | "waiting";

/** A mail of the outbox. */
export interface OutboxMail {
  id: string;
  tenant_id: string | null;
  kind: string;
  to: string;
  subject: string;
  created_at: string;
  state: MailState;
  attempts: number;
  error: string | null;
}

/** The same with its text, which is gone once it was sent. */
export interface OutboxMailText extends OutboxMail {
  text: string | null;
  html: string | null;
}
