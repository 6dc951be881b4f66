import { countEventTypes, sampleArrivals, sampleBacklogs } from "@hooklane/db";
import type pg from "pg";

const BATCH = 500;

/** Counting what is long past goes on with the next minute's job after this. */
const COUNT_MS = 20_000;

/** Notes, for the charts, what arrived for each lane since the last time, what waits now, and which types of events came. */
export async function sample({ pool, now }: { pool: pg.Pool; now: () => number }, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined; !signal.aborted; ) {
    after = await sampleArrivals(pool, after, BATCH);
    if (after === undefined) break;
  }
  for (let after: string | undefined; !signal.aborted; ) {
    after = await sampleBacklogs(pool, now(), after, BATCH);
    if (after === undefined) break;
  }
  const until = now() + COUNT_MS;
  while (!signal.aborted && now() < until && (await countEventTypes(pool)));
}
