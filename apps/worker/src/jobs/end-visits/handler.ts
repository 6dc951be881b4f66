import { endOverVisits } from "@hooklane/db";
import type pg from "pg";

const BATCH = 100;

/** Ends the support visits that ran out, so that a tenant's log says when, though nobody came back to them. */
export async function endVisits({ pool, now }: { pool: pg.Pool; now: () => number }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await endOverVisits(pool, now(), BATCH)) === BATCH);
}
