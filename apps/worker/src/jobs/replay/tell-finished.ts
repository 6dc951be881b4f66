import { eventRules, type PolicyConfig } from "@hooklane/core";
import { reportReplays, type WakeUp } from "@hooklane/db";
import type pg from "pg";

export interface TellDeps {
  pool: pg.Pool;
  now: () => number;
  wakeUp: Pick<WakeUp, "announce">;
  policy: PolicyConfig;
}

/** Tells tenants which bulk replays are over, and workers that there is something to send. */
export async function tellFinished({ pool, now, wakeUp, policy }: TellDeps, signal: AbortSignal): Promise<void> {
  const rules = eventRules(policy);
  wakeUp.announce(await reportReplays(pool, () => ({ nowMs: now(), ...rules }), signal));
}
