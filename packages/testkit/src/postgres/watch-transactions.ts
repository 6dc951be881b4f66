import type pg from "pg";

const EVERY_MS = 50;

export interface OpenTransaction {
  /** How long it had been open when it was seen. */
  ms: number;
  /** The beginning of its statement then. */
  statement: string;
}

/**
 * Looks at the age of the product's open transactions again and again. An idle session that passes notifications on is in one, too, but tells the time of its
 * last statement as its start: it does not count.
 * @param ownName application name of the sessions of whoever looks
 * @returns how to stop, which tells the oldest one that was seen
 */
export function watchTransactions(db: pg.Pool, ownName: string): { stop(): Promise<OpenTransaction> } {
  let longest: OpenTransaction = { ms: 0, statement: "" };
  let isOver = false;
  const look = async (): Promise<void> => {
    const { rows } = await db.query<OpenTransaction>(
      `SELECT (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::float8 AS ms, left(query, 80) AS statement FROM pg_stat_activity
       WHERE xact_start IS NOT NULL AND state <> 'idle' AND datname = current_database() AND backend_type = 'client backend' AND application_name <> $1
       ORDER BY xact_start LIMIT 1`,
      [ownName],
    );
    if (rows[0] && rows[0].ms > longest.ms) longest = rows[0];
  };
  const looking = (async () => {
    while (!isOver) {
      await look().catch(() => {}); // the database may be away for a while
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await looking;
      return longest;
    },
  };
}
