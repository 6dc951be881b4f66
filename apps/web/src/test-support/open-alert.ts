import { inTransaction, raiseAlert } from "@hooklane/db";
import type pg from "pg";

/** Opens an alert about an endpoint, as the platform does. @returns its UUID */
export async function openAlert(pool: pg.Pool, subscriptionId: string): Promise<string> {
  await inTransaction(pool, (client) =>
    raiseAlert(client, Date.now(), {
      kind: "circuit_open",
      about: { subscriptionId },
      evidence: { opened_at: "2026-11-29T12:00:00.000Z", error: "connect timed out after 10 s" },
    }),
  );
  const { rows } = await pool.query("SELECT id FROM alerts WHERE subscription_id = $1 ORDER BY id DESC LIMIT 1", [subscriptionId]);
  return rows[0].id;
}
