import type { HealthSummary } from "@hooklane/contracts";
import type { LaneBook } from "@hooklane/db";

/** A lane's books as people see them. A lane without a breaker's verdict counts as closed: nothing holds its deliveries back. */
export const healthSummary = ({ succeeded, failed, backlog, deadCount, lastAttemptAt }: LaneBook): HealthSummary => ({
  circuit_state: "closed",
  success_rate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
  backlog,
  dead_count: deadCount,
  last_delivery_at: lastAttemptAt?.toISOString() ?? null,
});
