import type { JobPayload } from "@hooklane/contracts";
import { eventRules, type PolicyConfig } from "@hooklane/core";
import { advanceFanOut, type WakeUp } from "@hooklane/db";
import type pg from "pg";

/** Subscriptions looked at, and deliveries written, per transaction at most. */
const PAGE_SIZE = 1_000;

/** Writes the deliveries of an event batch by batch. Begun again after a crash, it goes on where it was. */
export async function fanOut(
  deps: { pool: pg.Pool; wakeUp: Pick<WakeUp, "announce">; policy: PolicyConfig },
  payload: JobPayload<"fan-out">,
  signal: AbortSignal,
): Promise<void> {
  const rules = eventRules(deps.policy);
  for (let finished = false; !finished; ) {
    signal.throwIfAborted();
    const step = await advanceFanOut(deps.pool, payload.event_id, rules, deps.policy.shed, PAGE_SIZE);
    deps.wakeUp.announce(step.shards);
    finished = step.finished;
  }
}
