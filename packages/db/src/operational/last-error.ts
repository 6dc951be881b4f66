import type pg from "pg";
import { uuidV7 } from "../ids/uuid-v7.ts";

/** Deliveries that are looked at, the newest first. */
const LOOK_AT = 50;
/** How old they may be: no delivery is tried for longer than the retry window. */
const WITHIN_MS = 72 * 3_600_000;

/** What an attempt for one of a subscription's newest deliveries failed with, for people; null when none of them failed. */
export async function readLastError(client: pg.ClientBase, subscriptionId: string, nowMs: number): Promise<string | null> {
  const { rows } = await client.query<{ error: string }>(
    `SELECT last_error AS error FROM (
       SELECT id, last_error FROM deliveries WHERE subscription_id = $1 AND id >= $2 ORDER BY id DESC LIMIT ${LOOK_AT}
     ) d WHERE last_error IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [subscriptionId, uuidV7(nowMs - WITHIN_MS)],
  );
  return rows[0]?.error ?? null;
}
