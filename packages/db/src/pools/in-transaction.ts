import type pg from "pg";

/**
 * Runs work in one transaction on a session of its own. On any error nothing is kept, and the session is closed rather than given back:
 * its transaction may be open or its connection gone.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
