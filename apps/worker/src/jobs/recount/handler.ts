import { clearEarlierShards, recountLanes } from "@hooklane/db";
import type pg from "pg";

const BATCH = 200;

/** Corrects the lanes' books, and forgets the shards that moved lanes have left. */
export async function recount(deps: { pool: pg.Pool; now: () => number }, signal: AbortSignal): Promise<void> {
  await clearEarlierShards(deps.pool, deps.now());
  while (!signal.aborted && (await recountLanes(deps.pool, deps.now(), BATCH)) === BATCH);
}
