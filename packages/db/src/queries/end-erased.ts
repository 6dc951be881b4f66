import type pg from "pg";
import { uuidFloor, uuidTime } from "../ids/uuid-v7.ts";
import { bookDeadRollups, bookLaneStats } from "./lane-accounts.ts";

export interface EndedErased {
  ended: number;
  /** Deliveries that are still open: those beyond the limit, and those in flight, which may come back. */
  open: number;
}

/**
 * Ends pending deliveries of an event whose payload was erased: the first generation lies in the millisecond that the event's id names, replays are found by
 * their own rows.
 */
const text = `
WITH open AS MATERIALIZED (
  SELECT d.id, d.state FROM deliveries d WHERE d.id >= $2::uuid AND d.id < $3::uuid AND d.event_id = $1::uuid AND d.state IN ('pending', 'inflight')
  UNION ALL
  SELECT d.id, d.state FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id WHERE p.event_id = $1::uuid AND d.state IN ('pending', 'inflight')
), batch AS MATERIALIZED (
  SELECT d.id FROM deliveries d WHERE d.id IN (SELECT id FROM open WHERE state = 'pending' LIMIT $4) AND d.state = 'pending' FOR UPDATE SKIP LOCKED
), ended AS (
  UPDATE deliveries d SET state = 'dead', reason = 'payload_erased', finished_at = now() FROM batch WHERE d.id = batch.id
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.body_bytes
), replayed AS (
  UPDATE replays p SET finished_at = now() FROM ended WHERE p.id = ended.replay_id
), ${bookLaneStats}, ${bookDeadRollups()}
SELECT (SELECT count(*) FROM ended)::integer AS ended, ((SELECT count(*) FROM open) - (SELECT count(*) FROM ended))::integer AS open`;

/** One batch. @param client a pool, or the session of the transaction that erases */
export async function endErased(client: Pick<pg.ClientBase, "query">, eventId: string, limit: number): Promise<EndedErased> {
  const ms = uuidTime(eventId);
  const { rows } = await client.query<EndedErased>(text, [eventId, uuidFloor(ms), uuidFloor(ms + 1), limit]);
  return rows[0] as EndedErased;
}
