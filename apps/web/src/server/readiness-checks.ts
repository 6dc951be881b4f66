import { DAY_MS, daysAhead, listPartitions, type PrismaClient } from "@hooklane/db";
import type pg from "pg";
import type { Freshness } from "./freshness.ts";
import type { ReadinessCheck } from "./readiness.ts";

/** A worker that has been silent for longer is not counted as serving. */
const WORKER_SILENCE_MS = 10_000;
const PARTITIONS_FRESH_MS = 10_000;

export interface ReadinessParts {
  db: PrismaClient;
  pool: pg.Pool;
  now: () => number;
  freshness: Freshness;
  /** False where the installation's workers are not this machine's business. */
  needsWorker: boolean;
}

export function readinessChecks({ db, pool, now, freshness, needsWorker }: ReadinessParts): Record<string, ReadinessCheck> {
  let partitionsSeenAt = Number.NEGATIVE_INFINITY;
  return {
    database: async () => (await pool.query("SELECT 1")).rowCount === 1,
    clock: () => freshness.isClockSound,
    subscriptions: () => freshness.isIndexFresh,
    partitions: async () => {
      if (performance.now() - partitionsSeenAt < PARTITIONS_FRESH_MS) return true;
      // Counted from yesterday: today's and tomorrow's must be there
      const ok = daysAhead(await listPartitions(pool), now() - DAY_MS) >= 2;
      if (ok) partitionsSeenAt = performance.now();
      return ok;
    },
    ...(needsWorker && {
      workers: async () => (await db.worker.count({ where: { heartbeatAt: { gt: new Date(now() - WORKER_SILENCE_MS) } } })) > 0,
    }),
  };
}
