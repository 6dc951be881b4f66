import type { OverviewView } from "@hooklane/contracts";
import { readLaneStates, readLargestBacklogs, readPendingHeads, readSecretSeen, readTenantBooks } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { listJobs } from "../replays/list-jobs.ts";
import { lagOf } from "../subscriptions/lane-insight.ts";
import { listEndpoints } from "../subscriptions/list-endpoints.ts";

/** Of so many subscriptions, those with the largest backlogs, the lag is looked at. */
const LAG_OF = 200;
const SHOWN_ENDPOINTS = 5;
const LATEST_JOBS = 50;

/** Where a tenant stands now: what waits, what died, how far sending is behind, what wants a look, and which bulk replays are under way. */
export async function getOverview(services: Services, tenantId: string): Promise<Result<OverviewView>> {
  const { pool, now } = services;
  const [books, troubled, jobs, largest, secretSeen] = await Promise.all([
    readTenantBooks(pool, tenantId),
    listEndpoints(services, tenantId, { show: "attention", limit: SHOWN_ENDPOINTS }),
    listJobs(services, tenantId, undefined, { limit: LATEST_JOBS }),
    readLargestBacklogs(pool, tenantId, LAG_OF),
    readSecretSeen(pool, tenantId),
  ]);
  if (!troubled.ok) return troubled;
  if (!jobs.ok) return jobs;
  const [states, heads] = await Promise.all([readLaneStates(pool, largest), readPendingHeads(pool, now(), largest)]);
  const liveOf = new Map(states.map(({ subscriptionId, live }) => [subscriptionId, live]));
  const lags = [...Map.groupBy(heads, ({ subscriptionId }) => subscriptionId)].map(([id, own]) => lagOf(liveOf.get(id), own, now()));
  return done({
    endpoints: books.subscriptions,
    backlog: books.backlog,
    dead_count: books.deadCount,
    secret_seen: secretSeen,
    lag_seconds: Math.round(Math.max(0, ...lags)),
    attention: troubled.value.attention ?? troubled.value.data.length,
    troubled: troubled.value.data,
    replays: jobs.value.data.filter(({ state }) => state === "queued" || state === "running" || state === "paused"),
  });
}
