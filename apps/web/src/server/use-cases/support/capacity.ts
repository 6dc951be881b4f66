import { type CapacityFindingView, publicId } from "@hooklane/contracts";
import { audit, listCapacityFindings, lockTenantLimits, writeTenantLimits } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { resolvePlan } from "../../core.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { refuseStale } from "../actor.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";
import { visitsAlready } from "./refusals.ts";

const MAX_FINDINGS = 200;

/** What the last review of capacity found and nothing has mended since. */
export async function listCapacity({ pool }: Pick<Services, "pool">): Promise<CapacityFindingView[]> {
  const found = await listCapacityFindings(pool, MAX_FINDINGS);
  return found.flatMap(({ plan, planOverride, ...finding }) => {
    const cap = resolvePlan(plan, planOverride as Record<string, number> | null).lane_cap;
    if (finding.needed <= cap) return [];
    return {
      endpoint_id: publicId("subscription", finding.subscriptionId),
      url: shownUrl(finding.url),
      tenant: { id: publicId("tenant", finding.tenantId), name: finding.tenantName, plan },
      arrival_per_s: finding.arrivalPerS,
      latency_p99_ms: finding.latencyP99Ms,
      needed: finding.needed,
      cap,
      reviewed_at: finding.reviewedAt.toISOString(),
    };
  });
}

/** Raises a tenant's cap per lane to what the review found that one of its lanes needs. Never lowers it. */
export async function applyCapacity(
  { db, now }: Pick<Services, "db" | "now">,
  staff: Staff,
  subscriptionId: string,
): Promise<Result<{ lane_cap: number }>> {
  if (staff.visit) return visitsAlready;
  const stale = refuseStale("support.applyCapacity", staff, now());
  if (stale) return stale;
  return db.$transaction(async (tx): Promise<Result<{ lane_cap: number }>> => {
    const finding = await tx.capacityFinding.findUnique({ where: { subscriptionId } });
    if (!finding) return notFound;
    const before = await lockTenantLimits(tx, finding.tenantId);
    if (!before) return notFound;
    const { lane_cap } = resolvePlan(before.plan, before.override);
    if (lane_cap >= finding.needed) return refuse("already_exists", `The plan allows ${lane_cap} already.`);
    await writeTenantLimits(tx, finding.tenantId, { plan: before.plan, override: { ...before.override, lane_cap: finding.needed } });
    await audit(tx, now(), {
      tenantId: finding.tenantId,
      actor: staff.actor,
      action: "tenant.set_limits",
      targetKind: "tenant",
      targetId: finding.tenantId,
      before: { plan: before.plan, override: before.override ?? {} },
      after: {
        plan: before.plan,
        override: { ...before.override, lane_cap: finding.needed },
        reason: `Review of capacity: ${publicId("subscription", subscriptionId)} needs ${finding.needed} requests in flight.`,
      },
      correlationId: staff.requestId,
    });
    return done({ lane_cap: finding.needed });
  });
}
