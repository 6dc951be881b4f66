import type { JobPayload } from "@hooklane/contracts";
import { endPending, readSubscriptions } from "@hooklane/db";
import type pg from "pg";

const BATCH = 1_000;

/** Ends what a deleted or disabled subscription still has pending, in batches. What was enabled again meanwhile is left alone. */
export async function endPendingDeliveries(
  deps: { pool: pg.Pool; now: () => number },
  payload: JobPayload<"end-pending">,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const [subscription] = await readSubscriptions(deps.pool, [payload.subscription_id]);
    if (!subscription || `subscription_${subscription.state}` !== payload.reason) return;
    const shards = [subscription.shard, ...subscription.earlierShards];
    if ((await endPending(deps.pool, deps.now(), subscription.id, shards, payload.reason, BATCH)) < BATCH) return;
  }
}
