import type pg from "pg";

const everyMs = 200;

/** Looks at the age of the product's open transactions again and again. */
export function watchTransactions(db: pg.Pool): { stop(): Promise<number> } {
  let longestMs = 0;
  const look = async () => {
    const { rows } = await db.query<{ age: number }>(
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) * 1000, 0)::float8 AS age
       FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'faults'`,
    );
    longestMs = Math.max(longestMs, rows[0]?.age ?? 0);
  };
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    looking = look().catch(() => {}); // the database may be away for a while
  }, everyMs);
  return {
    /** @returns the age of the oldest one seen, milliseconds */
    stop: async () => {
      clearInterval(timer);
      await looking;
      return longestMs;
    },
  };
}
