import type pg from "pg";

/** What node-postgres says when an answer did not come within the query timeout. */
const NO_ANSWER = "Query read timeout";

/** When one session got no answer, those that lie idle are closed, too: else each of them would cost the next query as long, one after the other. */
export function retireSilent(pool: pg.Pool): pg.Pool {
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = (...args: unknown[]): Promise<unknown> =>
    ask(...args).catch(async (error: Error) => {
      if (error.message === NO_ANSWER) await closeIdle(pool).catch(() => {});
      throw error;
    });
  return Object.assign(pool, { query });
}

/** An idle session is handed out without a word to the server. */
async function closeIdle(pool: pg.Pool): Promise<void> {
  for (let n = pool.idleCount; n > 0; n--) (await pool.connect()).release(true);
}
