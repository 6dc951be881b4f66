import { setTimeout as pause } from "node:timers/promises";
import type { JobPayload } from "@hooklane/contracts";
import { endErased } from "@hooklane/db";
import type pg from "pg";

const BATCH = 1_000;
const IN_FLIGHT_PAUSE_MS = 1_000;

/** Ends what an erased event still has open, in batches. What is in flight is waited for: an attempt that fails would put its delivery back. */
export async function endErasedDeliveries(deps: { pool: pg.Pool }, payload: JobPayload<"end-erased">, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { ended, open } = await endErased(deps.pool, payload.event_id, BATCH);
    if (open === 0) return;
    if (ended < BATCH) await pause(IN_FLIGHT_PAUSE_MS, undefined, { signal });
  }
}
