import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookDeadRollups, bookDeaths, bookLaneStats } from "./lane-accounts.ts";
import { bookReplays } from "./replay-accounts.ts";

/** A claimed delivery that ends without a request: its deadline passed, or nothing can be sent for it. */
export interface ClaimedEnd {
  deliveryId: string;
  leaseToken: string;
  reason: string;
}

/** Ends claimed deliveries untried; the attempt number they were given is given back. */
const statement = dayStatement(
  "end_claimed",
  ({ from, to }) => `
WITH r AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS r(id, lease_token, reason)
), ended AS (
  UPDATE deliveries d SET state = 'dead', reason = r.reason, attempt = d.attempt - 1, lease_token = NULL, lease_expires_at = NULL, finished_at = now()
  FROM r WHERE d.id = ANY ($1) AND d.id = r.id AND d.lease_token = r.lease_token AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.event_id, d.subscription_id, d.test, d.replay_id, d.state, d.reason, d.body_bytes
), ${bookReplays}, ${bookLaneStats}, ${bookDeaths({ from, to })}, ${bookDeadRollups()}
SELECT count(*)::integer AS n FROM ended`,
);

export async function endClaimed(pool: pg.Pool, nowMs: number, ends: readonly ClaimedEnd[]): Promise<number> {
  if (ends.length === 0) return 0;
  const { rows } = await pool.query<{ n: number }>({
    ...statement(nowMs),
    values: [ends.map((e) => e.deliveryId), ends.map((e) => e.leaseToken), ends.map((e) => e.reason)],
  });
  return rows[0]?.n ?? 0;
}
