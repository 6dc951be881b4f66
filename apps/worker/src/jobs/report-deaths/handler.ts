import { eventRules, type PolicyConfig } from "@hooklane/core";
import { reportDeaths as report, type WakeUp } from "@hooklane/db";
import type pg from "pg";

/** Tells tenants which of their deliveries died, and workers that there is something to send. */
export async function reportDeaths(
  deps: { pool: pg.Pool; now: () => number; wakeUp: Pick<WakeUp, "announce">; policy: PolicyConfig },
  signal: AbortSignal,
): Promise<void> {
  const rules = eventRules(deps.policy);
  deps.wakeUp.announce(await report(deps.pool, () => ({ nowMs: deps.now(), ...rules }), signal));
}
