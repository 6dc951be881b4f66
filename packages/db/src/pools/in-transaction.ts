import type pg from "pg";

/** A session that ends between two statements says so by an event that ends the process when nobody listens; the next statement fails as well, and that is enough. */
const ignore = (): void => {};

/**
 * Runs work in one transaction on a session of its own. On any error nothing is kept, and the session is closed rather than given back:
 * its transaction may be open or its connection gone.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on("error", ignore);
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.off("error", ignore);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
