import { waitFor } from "@hooklane/testkit";
import pg from "pg";

/** A few sessions beside the product's own, which survive a restart of the server. */
export function openDatabase(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 3, application_name: "faults" });
  pool.on("error", () => {}); // a session that a fault cut off; the next query opens another
  return pool;
}

export interface DrainOptions {
  readonly timeoutMs: number;
  /** Lanes whose deliveries may still wait (ids as the database has them). */
  readonly except?: readonly string[];
}

/**
 * Waits until no delivery is pending or in flight.
 * @returns how many still were when the time was over; 0 when all had ended
 */
export async function drain(db: pg.Pool, { timeoutMs, except = [] }: DrainOptions): Promise<number> {
  let open = Number.NaN;
  try {
    await waitFor(
      async () => {
        open = await openDeliveries(db, except);
        return open === 0;
      },
      { what: "the queue to drain", timeoutMs, intervalMs: 250 },
    );
    return 0;
  } catch {
    return open;
  }
}

/** Deliveries that are pending or in flight, and fan-outs under way. */
export async function openDeliveries(db: pg.Pool, except: readonly string[] = []): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    `SELECT ((SELECT count(*) FROM deliveries WHERE state IN ('pending', 'inflight') AND subscription_id <> ALL($1::uuid[]))
      + (SELECT count(*) FROM fan_outs WHERE state = 'running'))::integer AS open`,
    [except],
  );
  return rows[0]?.open ?? Number.NaN;
}
