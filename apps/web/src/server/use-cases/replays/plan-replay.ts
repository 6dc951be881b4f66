import type { ReplayPlan, StartReplay } from "@hooklane/contracts";
import { countSelection, type ReplaySelection, readLaneStates, TenantSubscriptions, uuidTime } from "@hooklane/db";
import { catchUpPerS, replayLoad, replaySeconds, resolvePlan } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";
import { replayStopped } from "./replay-stopped.ts";

/** How long may be counted. What is not counted by then is projected from how much of the range was. */
const COUNT_MS = 1_500;
const ROWS_PER_STATEMENT = 20_000;

/** What a bulk replay would do, without doing it. */
export async function planReplay(
  services: Services,
  { tenantId }: Acting,
  subscriptionId: string,
  { since, until, types = [], states, max_rate_per_second: maxPerS }: StartReplay,
): Promise<Result<ReplayPlan>> {
  const subscription = await new TenantSubscriptions(services.db, tenantId).find(subscriptionId);
  if (!subscription) return notFound;
  if (subscription.state === "disabled") return replayStopped("disabled");
  const selection = { subscriptionId, sinceMs: since, untilMs: until, createdMs: services.now(), types, states };
  const [counted, [stored], { plan, planOverride }] = await Promise.all([
    count(services, selection),
    readLaneStates(services.pool, [subscriptionId]),
    services.db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true, planOverride: true } }),
  ]);
  const planPerS = resolvePlan(plan, planOverride as Record<string, number> | null).deliveries_per_s;
  const ceilingPerS = Math.min(planPerS, subscription.rateLimit ?? planPerS);
  const load = replayLoad({ ceilingPerS, lane: stored?.state ?? null }, services.now(), services.policy);
  return done({
    selected: counted.n,
    exact: counted.exact,
    estimated_seconds: replaySeconds(load, counted.n, maxPerS),
    own_rate_per_second: Math.round(catchUpPerS(load) * 10) / 10,
    oldest_at: counted.firstId === null ? null : new Date(uuidTime(counted.firstId)).toISOString(),
  });
}

async function count({ pool }: Services, selection: ReplaySelection): Promise<{ n: number; exact: boolean; firstId: string | null }> {
  const until = performance.now() + COUNT_MS;
  let n = 0;
  let firstId: string | null = null;
  let beganMs: number | undefined;
  for (let cursorId: string | undefined; ; ) {
    const page = await countSelection(pool, selection, cursorId, ROWS_PER_STATEMENT);
    n += page.n;
    firstId ??= page.firstId;
    if (page.cursorId === undefined) return { n, exact: true, firstId };
    cursorId = page.cursorId;
    beganMs ??= firstId === null ? undefined : uuidTime(firstId);
    if (performance.now() < until) continue;
    // Ids carry their time: how far the count has come since the first that it found is how much of the range it has seen
    const endMs = Math.min(selection.untilMs, selection.createdMs);
    const seenMs = uuidTime(cursorId) - (beganMs ?? selection.sinceMs);
    const wholeMs = endMs - (beganMs ?? selection.sinceMs);
    return { n: seenMs > 0 ? Math.round(n * Math.max(1, wholeMs / seenMs)) : n, exact: false, firstId };
  }
}
