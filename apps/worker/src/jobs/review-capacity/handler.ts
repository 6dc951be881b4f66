import { neededPermits, type PlanOverride, type PolicyConfig, resolvePlan } from "@hooklane/core";
import { type CapacityFindingRow, DAY_MS, inTransaction, readBusiestHours, readPageEnd, replaceCapacityFindings } from "@hooklane/db";
import type pg from "pg";

const MONTH_MS = 31 * DAY_MS;
const PAGE = 1_000;

/**
 * Looks for lanes whose plan cap is below what the busiest hour of their last month needs, and puts what it finds in the place of what the review before had found.
 * Changes no limit: staff decide.
 */
export async function reviewCapacity(deps: { pool: pg.Pool; now: () => number; policy: PolicyConfig }, signal: AbortSignal): Promise<void> {
  const sinceMs = deps.now() - MONTH_MS;
  const found: CapacityFindingRow[] = [];
  for (let afterId: string | undefined, isLast = false; !isLast; ) {
    signal.throwIfAborted();
    const needs = await readBusiestHours(deps.pool, sinceMs, afterId, PAGE);
    for (const { subscriptionId, tenantId, plan, planOverride, arrivalPerS, latencyP99Ms } of needs) {
      const cap = resolvePlan(plan, planOverride as PlanOverride | null).lane_cap;
      const needed = neededPermits(arrivalPerS, latencyP99Ms, deps.policy.lane.headroom);
      if (needed > cap) found.push({ subscriptionId, tenantId, arrivalPerS, latencyP99Ms, needed, cap });
    }
    afterId = await readPageEnd(deps.pool, afterId, PAGE);
    isLast = afterId === undefined;
  }
  await inTransaction(deps.pool, (client) => replaceCapacityFindings(client, found));
}
