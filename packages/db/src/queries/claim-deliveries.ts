import type { DeliveryClass } from "@hooklane/core";
import type pg from "pg";
import type { IdBounds } from "../partitions/bounds.ts";
import { dayStatement } from "../partitions/statement.ts";
import { type StoredEvent, storedEventColumns } from "./load-events.ts";
import { plainArray } from "./plain-array.ts";

/** A larger body is read on its own: a claim that brings many of them would hold up what was claimed with it. */
const ENCLOSED_BYTES = 8_192;

export interface Claim {
  shard: number;
  subscriptionId: string;
  class: DeliveryClass;
  /** Rows due before this (ms) were claimed before: their index entries are dead and are not read again. */
  dueAfterMs: number;
  /** Rows due up to this are taken; usually now, Infinity for a lane that recovers. */
  dueBeforeMs: number;
  /** The rows that fell due last are taken first. Default false. */
  latestFirst?: boolean;
  /** At most this many rows. */
  n: number;
}

/** A delivery this worker holds a lease on. Times are ms by the database's clock. */
export interface ClaimedDelivery {
  id: string;
  shard: number;
  eventId: string;
  subscriptionId: string;
  replayId: string | null;
  class: DeliveryClass;
  mode: "at_least_once" | "at_most_once";
  test: boolean;
  /** The number this claim gave the attempt. */
  attempt: number;
  failures: number;
  prevDelayMs: number | null;
  dueMs: number;
  deadlineMs: number;
  bodyBytes: number;
  /** The subscription's version now: newer than the worker's copy means the copy is refreshed before sending. */
  subscriptionVersion: number;
  /** The event itself, when nobody else is to get it and it is small: what has one reader needs no statement of its own and no place in a cache. */
  event?: StoredEvent;
}

/** An event beside the delivery that it came with; all null where it did not. */
interface Enclosed extends Omit<StoredEvent, "id" | "body"> {
  body: Buffer | null;
}

export const claimedColumns = `
  d.id, d.shard, d.event_id AS "eventId", d.subscription_id AS "subscriptionId", d.replay_id AS "replayId", d.class, d.mode, d.test,
  d.attempt, d.failures, d.prev_delay_ms AS "prevDelayMs", (extract(epoch FROM d.next_attempt_at) * 1000)::float8 AS "dueMs",
  (extract(epoch FROM d.deadline_at) * 1000)::float8 AS "deadlineMs", d.body_bytes AS "bodyBytes"`;

export const leaseAssignments = (token: string, leaseMs: string): string => `
  state = 'inflight', attempt = d.attempt + 1, lease_token = ${token}::uuid, lease_expires_at = now() + ${leaseMs}::float8 * interval '1 ms'`;

const dueRows = ({ from, to }: IdBounds, lanes: string, order: "ASC" | "DESC"): string => `
  SELECT c.id
  FROM l
  CROSS JOIN LATERAL (
    SELECT d.id FROM deliveries d
    WHERE d.state = 'pending' AND d.shard = l.shard AND d.subscription_id = l.subscription_id AND d.class = l.class COLLATE "C"
      AND d.next_attempt_at >= to_timestamp(l.due_after / 1000) AND d.next_attempt_at <= to_timestamp(l.due_before / 1000)
      AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.next_attempt_at ${order}
    LIMIT l.n
    FOR UPDATE SKIP LOCKED
  ) c
  WHERE l.state = 'active' AND ${lanes}`;

/**
 * Claims the granted number of due rows from each lane. The row limit comes from the list, not from the text: as a constant it made the planner sort
 * a whole lane (38 ms against 0.25 ms on a lane of a million). Only active subscriptions: pausing, disabling or deleting one is felt here at once.
 * A disabled one still gets its test sends. Those are read from an index of their own, because what else it has pending may be a long backlog that is being ended;
 * the two expressions keep the planner from reading that backlog by the index of all pending rows. The rows are updated by an array of their ids: as a
 * join, a plan made while the day's partition was empty read that partition whole, once for each row that it had picked.
 */
const statement = dayStatement(
  "claim_deliveries",
  (bounds) => `
WITH l AS MATERIALIZED (
  SELECT l.*, s.state
  FROM unnest($1::smallint[], $2::uuid[], $3::text[], $4::float8[], $5::float8[], $6::integer[], $7::boolean[])
    AS l(shard, subscription_id, class, due_after, due_before, n, latest_first)
  JOIN subscriptions s ON s.id = l.subscription_id
), active AS MATERIALIZED (${dueRows(bounds, "NOT l.latest_first", "ASC")}
), latest AS MATERIALIZED (${dueRows(bounds, "l.latest_first", "DESC")}
), tests AS MATERIALIZED (
  SELECT c.id
  FROM l
  CROSS JOIN LATERAL (
    SELECT d.id FROM deliveries d
    WHERE d.state = 'pending' AND d.test AND d.subscription_id = l.subscription_id AND d.shard + 0 = l.shard AND d.class || '' = l.class
      AND d.next_attempt_at >= to_timestamp(l.due_after / 1000) AND d.next_attempt_at <= to_timestamp(l.due_before / 1000)
      AND d.id >= '${bounds.from}' AND d.id < '${bounds.to}'
    ORDER BY d.next_attempt_at
    LIMIT l.n
    FOR UPDATE SKIP LOCKED
  ) c
  WHERE l.state = 'disabled'
), picked AS (
  SELECT * FROM active UNION ALL SELECT * FROM latest UNION ALL SELECT * FROM tests
), claimed AS (
  UPDATE deliveries d SET ${leaseAssignments("$8", "$9")}
  WHERE d.id = ANY (ARRAY(SELECT id FROM picked)) AND d.id >= '${bounds.from}' AND d.id < '${bounds.to}'
  RETURNING ${claimedColumns}, (SELECT s.version FROM subscriptions s WHERE s.id = d.subscription_id) AS "subscriptionVersion"
), enclosed AS MATERIALIZED (
  SELECT e.id AS "enclosedId", ${storedEventColumns} FROM events e
  WHERE e.id = ANY (ARRAY(SELECT "eventId" FROM claimed WHERE "bodyBytes" <= ${ENCLOSED_BYTES})) AND e.id >= '${bounds.from}' AND e.id < '${bounds.to}'
    AND e.deliveries = 1 AND e.fan_out = 'done'
)
SELECT claimed.*, enclosed.*
FROM claimed LEFT JOIN enclosed ON enclosed."enclosedId" = claimed."eventId"`,
);

/** @param leaseMs how long the claim holds; the reaper returns what is still in flight after it */
export async function claimDeliveries(
  pool: pg.Pool,
  nowMs: number,
  claims: readonly Claim[],
  token: string,
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  if (claims.length === 0) return [];
  const { rows } = await pool.query<ClaimedDelivery & Enclosed>({ ...statement(nowMs), values: [...claimColumns(claims), token, leaseMs] });
  for (const row of rows) if (row.body !== null) row.event = eventOf(row);
  return rows;
}

const eventOf = ({ eventId, type, body, dataOffset, dataLength, geojson }: ClaimedDelivery & Enclosed): StoredEvent => ({
  id: eventId,
  type,
  body,
  dataOffset,
  dataLength,
  geojson,
});

const claimColumns = (claims: readonly Claim[]): string[] => [
  plainArray(claims.map((c) => c.shard)),
  plainArray(claims.map((c) => c.subscriptionId)),
  plainArray(claims.map((c) => c.class)),
  plainArray(claims.map((c) => c.dueAfterMs)),
  plainArray(claims.map((c) => c.dueBeforeMs)),
  plainArray(claims.map((c) => c.n)),
  plainArray(claims.map((c) => c.latestFirst ?? false)),
];

export { statement as claimDeliveriesStatement };
