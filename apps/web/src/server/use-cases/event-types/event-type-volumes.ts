import type { EventTypeHistory, EventTypeVolumes } from "@hooklane/contracts";
import { readCountedTo, readEventHours, readEventVolumes } from "@hooklane/db";
import type { Services } from "../../services.ts";

const STEP_MS = 6 * 3_600_000;
const BUCKETS = 28;

/** How many events of which type a tenant had in the last week. */
export async function eventTypeVolumes({ pool, now }: Services, tenantId: string): Promise<EventTypeVolumes> {
  const fromMs = weekBegin(now());
  const countedToMs = await readCountedTo(pool);
  const rows = await readEventVolumes(pool, tenantId, fromMs, countedToMs);
  return {
    since: new Date(fromMs).toISOString(),
    counted_to: countedToMs === 0 ? null : new Date(countedToMs).toISOString(),
    types: rows.map(({ type, events, lastAt }) => ({ name: type, events, last_at: lastAt.toISOString() })),
  };
}

/** The events of one type in the last week, a quarter of a day in each bucket. */
export async function eventTypeHistory({ pool, now }: Services, tenantId: string, type: string): Promise<EventTypeHistory> {
  const fromMs = weekBegin(now());
  const rows = await readEventHours(pool, tenantId, type, fromMs, await readCountedTo(pool));
  const buckets = Array.from({ length: BUCKETS }, (_, i) => ({ at: new Date(fromMs + i * STEP_MS).toISOString(), events: 0 }));
  for (const { atMs, events } of rows) {
    const bucket = buckets[Math.floor((atMs - fromMs) / STEP_MS)];
    if (bucket) bucket.events += events;
  }
  return { step_ms: STEP_MS, total: buckets.reduce((sum, { events }) => sum + events, 0), buckets };
}

/** The beginning of the first bucket: the last one holds this moment. */
const weekBegin = (nowMs: number): number => Math.floor(nowMs / STEP_MS) * STEP_MS - (BUCKETS - 1) * STEP_MS;
