import { sampleArrivals, sampleBacklogs } from "@hooklane/db";
import type pg from "pg";

const BATCH = 500;

/** Notes, for the charts, what arrived for each lane since the last time, and what waits now. */
export async function sample({ pool, now }: { pool: pg.Pool; now: () => number }, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined; !signal.aborted; ) {
    after = await sampleArrivals(pool, after, BATCH);
    if (after === undefined) break;
  }
  for (let after: string | undefined; !signal.aborted; ) {
    after = await sampleBacklogs(pool, now(), after, BATCH);
    if (after === undefined) break;
  }
}
