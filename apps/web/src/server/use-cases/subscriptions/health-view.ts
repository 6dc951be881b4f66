import type { CircuitState, HealthSummary } from "@hooklane/contracts";
import type { LaneBook } from "@hooklane/db";

/** A lane's books as people see them, with what is known of its circuit. */
export const healthSummary = (
  { succeeded, failed, backlog, deadCount, lastAttemptAt }: LaneBook,
  circuitState: CircuitState,
): HealthSummary => ({
  circuit_state: circuitState,
  success_rate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
  backlog,
  dead_count: deadCount,
  last_delivery_at: lastAttemptAt?.toISOString() ?? null,
});
