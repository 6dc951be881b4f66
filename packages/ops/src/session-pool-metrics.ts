import { createMeters, gauge, type Registry } from "./metric-spec.ts";

export const sessionPoolMetrics = {
  sessions: gauge("hooklane_db_pool_sessions", "Database sessions of a pool.", ["pool", "state"]),
  waiting: gauge("hooklane_db_pool_waiting", "Callers that wait for a session of the pool.", ["pool"]),
} as const;

/** What is read of a node-postgres pool. */
export interface SessionPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Registers and follows the database sessions of some pools, by name. @returns what brings the meters up to date */
export function watchPools(registry: Registry, pools: Readonly<Record<string, SessionPool>>): () => void {
  const meters = createMeters(registry, sessionPoolMetrics);
  return () => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      meters.sessions.set({ pool, state: "in_use" }, totalCount - idleCount);
      meters.sessions.set({ pool, state: "idle" }, idleCount);
      meters.waiting.set({ pool }, waitingCount);
    }
  };
}
