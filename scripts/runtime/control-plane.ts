import { createPrisma, DbClock, openPool, type PrismaClient } from "@hooklane/db";
import type pg from "pg";

/** What the web's use-cases need, for a command that runs one of them beside the web. */
export interface ControlPlane {
  db: PrismaClient;
  pool: pg.Pool;
  /** ms since 1970 by the database's clock. */
  now: () => number;
  close(): Promise<void>;
}

/** @param appUrl the database as the application role */
export async function openControlPlane(appUrl: string): Promise<ControlPlane> {
  const pool = openPool({ url: appUrl, applicationName: "hooklane-admin", max: 2, onError: (error) => console.error(error.message) });
  const db = createPrisma(pool);
  const clock = new DbClock(pool);
  const close = async () => {
    await db.$disconnect();
    await pool.end();
  };
  try {
    await clock.measure();
  } catch (error) {
    await close();
    throw error;
  }
  return { db, pool, now: clock.now, close };
}
