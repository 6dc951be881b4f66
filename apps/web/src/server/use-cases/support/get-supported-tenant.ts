import { type PastVisit, type PlanField, planFields, publicId, type SupportedTenant, type TroubledEndpointView } from "@hooklane/contracts";
import { listVisits, readOpenAlertCounts, readTenantLoad, readTroubledEndpoints, type TroubledEndpoint } from "@hooklane/db";
import { resolvePlan } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";

const MAX_TROUBLED = 50;
const MAX_VISITS = 10;

/** One tenant as staff need to see it: what it may use, what it uses, what is wrong, and who of them was there. No content of its events. */
export async function getSupportedTenant({ db, pool }: Pick<Services, "db" | "pool">, id: string): Promise<Result<SupportedTenant>> {
  const tenant = await db.tenant.findFirst({
    where: { id, deletedAt: null },
    include: { memberships: { orderBy: { createdAt: "asc" }, select: { role: true, user: { select: { email: true, staff: true } } } } },
  });
  if (!tenant) return notFound;
  const [load, troubled, visits, alerts] = await Promise.all([
    readTenantLoad(pool, id),
    readTroubledEndpoints(pool, id, MAX_TROUBLED),
    listVisits(db, id, MAX_VISITS),
    readOpenAlertCounts(pool, id),
  ]);
  const { name, kind, createdAt, plan, memberships } = tenant;
  const override = tenant.planOverride as Partial<Record<PlanField, number>> | null;
  return done({
    id: publicId("tenant", id),
    name,
    kind,
    created_at: createdAt.toISOString(),
    plan,
    override: override ?? {},
    limits: limitsOf(plan, override),
    owners: memberships.filter(({ role }) => role === "owner").map(({ user }) => user.email),
    has_staff: memberships.some(({ user }) => user.staff),
    endpoints: { active: load.active, paused: load.paused, disabled: load.disabled },
    backlog: load.backlog,
    dead_count: load.deadCount,
    day: { delivered: load.delivered, dead: load.dead, succeeded: load.succeeded, failed: load.failed },
    troubled: troubled.map(troubledView),
    alerts,
    visits: visits.map(visitView),
  });
}

function limitsOf(plan: string, override: Partial<Record<PlanField, number>> | null): SupportedTenant["limits"] {
  const resolved: Partial<Record<PlanField, number>> = resolvePlan(plan, override);
  const names = Object.keys(planFields) as PlanField[];
  return Object.fromEntries(names.map((name) => [name, resolved[name] ?? null])) as SupportedTenant["limits"];
}

const troubledView = ({
  subscriptionId,
  disabledReason,
  deadCount,
  isShedding,
  configCause,
  url,
  ...rest
}: TroubledEndpoint): TroubledEndpointView => ({
  id: publicId("subscription", subscriptionId),
  url: shownUrl(url),
  ...rest,
  disabled_reason: disabledReason,
  dead_count: deadCount,
  shedding: isShedding,
  config_cause: configCause,
});

const visitView = (visit: Awaited<ReturnType<typeof listVisits>>[number]): PastVisit => ({
  staff_email: visit.staff.email,
  reason: visit.reason,
  ticket: visit.ticket,
  started_at: visit.startedAt.toISOString(),
  ends_at: visit.endsAt.toISOString(),
  elevated_at: visit.elevatedAt?.toISOString() ?? null,
  elevation_reason: visit.elevationReason,
  ended_at: visit.endedAt?.toISOString() ?? null,
});
