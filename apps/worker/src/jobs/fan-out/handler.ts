import type { JobPayload } from "@hooklane/contracts";
import { eventRules, type PolicyConfig } from "@hooklane/core";
import { advanceFanOut, type WakeUp } from "@hooklane/db";
import type pg from "pg";
import { MOST, nextPageSize } from "./page-size.ts";

/** Writes the deliveries of an event batch by batch. Begun again after a crash, it goes on where it was. */
export async function fanOut(
  deps: { pool: pg.Pool; wakeUp: Pick<WakeUp, "announce">; policy: PolicyConfig },
  payload: JobPayload<"fan-out">,
  signal: AbortSignal,
): Promise<void> {
  const rules = eventRules(deps.policy);
  let size = MOST / 2;
  for (let finished = false; !finished; ) {
    signal.throwIfAborted();
    const began = performance.now();
    const step = await advanceFanOut(deps.pool, payload.event_id, rules, deps.policy.shed, size);
    size = nextPageSize(size, performance.now() - began);
    deps.wakeUp.announce(step.shards);
    finished = step.finished;
  }
}
