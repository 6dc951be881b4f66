import type { HealthSummary } from "@hooklane/contracts";

/** What a workspace's endpoints come to together. */
export interface Totals {
  endpoints: number;
  backlog: number;
  dead: number;
}

export const totalsOf = (endpoints: readonly { health: Pick<HealthSummary, "backlog" | "dead_count"> }[]): Totals => ({
  endpoints: endpoints.length,
  backlog: endpoints.reduce((sum, { health }) => sum + health.backlog, 0),
  dead: endpoints.reduce((sum, { health }) => sum + health.dead_count, 0),
});
