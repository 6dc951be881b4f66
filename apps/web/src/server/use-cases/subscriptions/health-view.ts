import type { CircuitState, ConfigurationErrorView, HealthSummary } from "@hooklane/contracts";
import type { LaneBook, LaneStateRow } from "@hooklane/db";

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

/** The configuration error that a lane's attempts look like; null without one. */
export function configErrorView(stored: LaneStateRow | undefined): ConfigurationErrorView | null {
  const open = stored?.configError?.episode.open;
  if (!open) return null;
  const { cause, httpStatus, hint, since, share } = open;
  return { cause, http_status: httpStatus, hint, since: new Date(since).toISOString(), share };
}
