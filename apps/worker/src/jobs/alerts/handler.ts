import { eventRules, type PolicyConfig } from "@hooklane/core";
import { reconcileAlerts, type WakeUp } from "@hooklane/db";
import type pg from "pg";

/** Opens and resolves the alerts that no fact opens or resolves, and tells workers that there is something to send. */
export async function keepAlerts(deps: {
  pool: pg.Pool;
  now: () => number;
  wakeUp: Pick<WakeUp, "announce">;
  policy: PolicyConfig;
}): Promise<void> {
  const rules = eventRules(deps.policy);
  deps.wakeUp.announce(await reconcileAlerts(deps.pool, () => ({ nowMs: deps.now(), ...rules })));
}
