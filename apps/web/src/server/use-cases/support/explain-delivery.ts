import { type ExplainedDeliveryView, publicId } from "@hooklane/contracts";
import {
  type ExplainedDelivery,
  type LaneStateRow,
  readExplainedDelivery,
  readHostStates,
  readLaneStates,
  WORKER_TTL_MS,
} from "@hooklane/db";
import type pg from "pg";
import { explainFrom, type PolicyConfig, type Refused, resolvePlan, type Surroundings, type WaitingReason, waitingOf } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import { refusalOf } from "../subscriptions/lane-insight.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";
import { gateNumbers } from "./gate-numbers.ts";

export interface ExplainServices {
  pool: pg.Pool;
  policy: PolicyConfig;
  /** ms since 1970 by the database's clock. */
  now: () => number;
}

const classes = ["first", "retry", "catch_up", "ordered"] as const;
type DeliveryClass = (typeof classes)[number];
type LaneState = Parameters<typeof explainFrom>[3]["subscriptionState"];

/** The admission decision on one delivery: each policy in the order in which a worker asks it, judged on what is stored. Reads only. */
export async function explainDelivery({ pool, policy, now }: ExplainServices, id: string): Promise<Result<ExplainedDeliveryView>> {
  const row = await readExplainedDelivery(pool, id, WORKER_TTL_MS);
  if (!row) return notFound;
  const [[stored], [host]] = await Promise.all([readLaneStates(pool, [row.subscriptionId]), readHostStates(pool, [row.host])]);
  const nowMs = now();
  const live = stored?.live ?? null;
  const deliveryClass = classes.find((one) => one === row.class) ?? "catch_up"; // what a paused replay holds goes out as backlog
  const refusal = refusalOf(live, deliveryClass, nowMs);
  const isOver = row.state === "delivered" || row.state === "dead";
  return done({
    ...describe(row),
    summary: summarise(row, refusal, nowMs),
    gates: isOver ? [] : gatesOf(row, deliveryClass, stored, host?.circuit ?? null, policy, nowMs),
    last_refusal: refusal && { reason: refusal.reason, until: iso(refusal.until) },
    observed_at: iso(live?.at ?? null),
    owned: row.owner !== null,
  });
}

function gatesOf(
  row: ExplainedDelivery,
  deliveryClass: DeliveryClass,
  stored: LaneStateRow | undefined,
  hostState: Surroundings["host"],
  policy: PolicyConfig,
  nowMs: number,
): ExplainedDeliveryView["gates"] {
  const live = stored?.live ?? null;
  const plan = resolvePlan(row.plan, row.planOverride as Record<string, number> | null);
  const hostCap = row.hostCap ?? policy.host.cap;
  const facts = {
    laneId: row.subscriptionId,
    tenantId: row.tenantId,
    host: row.host,
    class: deliveryClass,
    subscriptionState: row.subscriptionState as LaneState,
    laneCap: plan.lane_cap,
    plan,
    hostCap,
    rateLimit: row.rateLimit,
  };
  const explained = explainFrom(policy, stored?.state ?? null, nowMs, facts, {
    host: hostState,
    laneInFlight: live?.lane.inFlight ?? 0,
    hostInFlight: live?.host.inFlight ?? 0,
    activeSubscriptions: live?.host.activeSubscriptions ?? 0,
  });
  const pauseUntilMs = (stored?.state.pauseUntil ?? 0) > nowMs ? (stored?.state.pauseUntil ?? 0) : 0;
  const known = {
    explained,
    policy,
    plan,
    subscriptionState: row.subscriptionState,
    rateLimit: row.rateLimit,
    hostCap,
    live,
    pauseUntilMs,
  };
  return explained.verdicts.map(({ policy: gate, verdict }) => ({
    gate,
    passes: verdict.ok,
    reason: verdict.ok ? null : verdict.reason,
    until: verdict.ok ? null : iso(verdict.until),
    ended_by: verdict.ok ? null : verdict.endedBy,
    numbers: gateNumbers(gate, known),
  }));
}

function summarise(row: ExplainedDelivery, refusal: Refused | null, nowMs: number): string {
  if (row.state === "delivered") return `Delivered at ${iso(row.finishedMs)} with attempt ${row.attempt}.`;
  if (row.state === "dead") return `Dead since ${iso(row.finishedMs)}: ${row.reason}. It can be replayed.`;
  if (row.state === "inflight")
    return `Attempt ${row.attempt} is in flight; when no result comes by ${iso(row.leaseExpiresMs)} it is taken up again.`;
  if (row.owner === null) return "No live worker owns its shard: nothing of this endpoint is sent until one does.";
  const { reason, until } = waitingOf({ reason: row.reason as WaitingReason | null, nextAttemptAt: row.nextAttemptMs }, refusal, nowMs);
  return `Waits: ${reason}${until === null ? "" : ` until ${iso(until)}`}.`;
}

const describe = (row: ExplainedDelivery): Pick<ExplainedDeliveryView, "delivery" | "tenant" | "endpoint"> => ({
  delivery: {
    id: publicId("delivery", row.id),
    event_id: publicId("event", row.eventId),
    state: row.state,
    class: row.class,
    reason: row.reason,
    attempt: row.attempt,
    next_attempt_at: new Date(row.nextAttemptMs).toISOString(),
    deadline_at: new Date(row.deadlineMs).toISOString(),
    lease_expires_at: iso(row.leaseExpiresMs),
    finished_at: iso(row.finishedMs),
    last_status: row.lastStatus,
    last_error: row.lastError,
  },
  tenant: { id: publicId("tenant", row.tenantId), name: row.tenantName, plan: row.plan },
  endpoint: { id: publicId("subscription", row.subscriptionId), url: shownUrl(row.url), host: row.host, state: row.subscriptionState },
});

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
