import type { WaitingView } from "@hooklane/contracts";
import type { LaneLive, LaneStateRow } from "@hooklane/db";
import { explainFrom, type PolicyConfig, type RefusalReason, type Refused, resolvePlan } from "../../core.ts";

/** What a worker tells of a lane it writes again at least each minute while the lane is in use. */
const FRESH_MS = 90_000;

/** What admission is told of a subscription. */
export interface InsightSubject {
  id: string;
  tenantId: string;
  host: string;
  plan: string;
  planOverride: unknown;
  rateLimit: number | null;
  /** What the operator allows the host; undefined: the configured cap. */
  hostCap?: number | undefined;
  state: string;
}

/** Where a lane stands, as its owner saw it; of one that nobody has looked at lately, as its stored state explains it. */
export type LaneInsight = Pick<LaneLive, "circuit" | "ramp" | "lane" | "host" | "retryBudgetFill" | "ratePerS">;

export function laneInsight(policy: PolicyConfig, stored: LaneStateRow | undefined, subject: InsightSubject, nowMs: number): LaneInsight {
  if (stored?.live && nowMs - stored.live.at < FRESH_MS) return stored.live;
  const plan = resolvePlan(subject.plan, subject.planOverride as Record<string, number> | null);
  return explainFrom(policy, stored?.state ?? null, nowMs, {
    laneId: subject.id,
    tenantId: subject.tenantId,
    host: subject.host,
    class: "first",
    subscriptionState: "active",
    laneCap: plan.lane_cap,
    plan,
    rateLimit: subject.rateLimit,
    ...(subject.hostCap !== undefined && { hostCap: subject.hostCap }),
  });
}

/** What refused the deliveries of a class when its owner last asked for them; null when nothing did, or that is over. */
export function refusalOf(live: LaneLive | null | undefined, deliveryClass: string, nowMs: number): Refused | null {
  const refusal = live?.refusals[deliveryClass];
  if (!refusal || (refusal.until !== null && refusal.until <= nowMs)) return null;
  return { ok: false, ...refusal } as Refused & { reason: RefusalReason };
}

export function waitingViews(live: LaneLive | null | undefined, nowMs: number): WaitingView[] {
  return Object.keys(live?.refusals ?? {}).flatMap((deliveryClass) => {
    const refusal = refusalOf(live, deliveryClass, nowMs);
    if (!refusal) return [];
    const { reason, until, endedBy } = refusal;
    return {
      class: deliveryClass as WaitingView["class"],
      reason,
      until: until === null ? null : new Date(until).toISOString(),
      ended_by: endedBy,
    };
  });
}
