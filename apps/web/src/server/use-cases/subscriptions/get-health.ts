import type { HealthView } from "@hooklane/contracts";
import { type PendingClassHead, readLaneBooks, readLaneStates, readPendingHeads, TenantSubscriptions } from "@hooklane/db";
import { healthOf, type RefusalReason } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { healthSummary } from "./health-view.ts";
import { laneInsight, refusalOf, waitingViews } from "./lane-insight.ts";

/** Where a subscription stands: its circuit, its limits, what waits and why, and whether it looks set up wrongly. */
export async function getHealth(services: Services, tenantId: string, id: string): Promise<Result<HealthView>> {
  const { db, pool, policy, now } = services;
  const found = await new TenantSubscriptions(db, tenantId).find(id);
  if (!found) return notFound;
  const [[book], [stored], heads, tenant, hostLimit] = await Promise.all([
    readLaneBooks(pool, [id]),
    readLaneStates(pool, [id]),
    readPendingHeads(pool, now(), id),
    db.tenant.findUnique({ where: { id: tenantId }, select: { plan: true, planOverride: true } }),
    db.hostLimit.findUnique({ where: { host: found.host }, select: { cap: true } }),
  ]);
  if (!book || !tenant) return notFound;
  const nowMs = now();
  const insight = laneInsight(policy, stored, { ...found, ...tenant, hostCap: hostLimit?.cap }, nowMs);
  const stopped = found.state === "active" ? null : (`subscription_${found.state}` as RefusalReason);
  const { ordered_gaps, ...health } = healthOf({
    now: nowMs,
    circuit: { state: insight.circuit.state, nextProbeAt: insight.circuit.until },
    attempts: { finished: book.succeeded + book.failed, succeeded: book.succeeded },
    heads: heads.map((head) => ({ class: head.class, firstDueAt: head.firstDueMs, refusedBy: stopped ?? refuserOf(head) })),
    backlog: book.backlog,
    deadCount: book.deadCount,
    oldestDeadAt: book.oldestDeadAt?.getTime() ?? null,
    configError: stored?.configError?.episode.open ?? null,
    isShedding: book.isShedding,
    ramp: insight.ramp,
    ordered: found.ordered
      ? { latencyMs: stored?.state.measure.latencyP99Ms ?? null, heads: { deadHeads: book.deadCount, latest: null } }
      : null,
    lane: insight.lane,
    host: insight.host,
    retryBudgetFill: insight.retryBudgetFill,
    ratePerS: insight.ratePerS,
  });
  return done({
    ...health,
    ...healthSummary(book, insight.circuit.state),
    next_probe_at: iso(health.next_probe_at),
    lag_seconds: Math.round(health.lag_seconds),
    oldest_dead_at: iso(health.oldest_dead_at),
    likely_configuration_error: health.likely_configuration_error && {
      ...health.likely_configuration_error,
      since: new Date(health.likely_configuration_error.since).toISOString(),
    },
    waiting: stopped ? [] : waitingViews(stored?.live, nowMs),
    observed_at: iso(stored?.live?.at ?? null),
  });

  function refuserOf(head: PendingClassHead): RefusalReason | null {
    return refusalOf(stored?.live, head.class, nowMs)?.reason ?? null;
  }
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
