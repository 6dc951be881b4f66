import type { DeliveryClass } from "@hooklane/core";
import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { binaryArray } from "./binary-array.ts";
import { bookDeaths, bookLaneStats, bookRollups } from "./lane-accounts.ts";
import { latencyBucket } from "./latency-buckets.ts";
import { plainArray } from "./plain-array.ts";
import { bookReplays } from "./replay-accounts.ts";

/** One finished attempt and what becomes of its delivery. Times are ms by the database's clock. */
export interface Settlement {
  deliveryId: string;
  leaseToken: string;
  number: number;
  state: "pending" | "delivered" | "dead";
  class: DeliveryClass;
  /** Added to the failures that count for the back-off: 0 or 1. */
  failure: number;
  nextAttemptMs: number;
  delayMs: number | null;
  reason: string | null;
  success: boolean;
  /** From the delivery's creation to its success; null unless delivered. */
  totalMs: number | null;
  startedMs: number;
  outcome: string;
  cause: string;
  trigger: string;
  status: number | null;
  durationMs: number;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  remoteAddress: string | null;
  /** JSON, stored as its bytes: it may hold what a text column does not take. */
  requestHeaders: string;
  responseHeaders: string | null;
  responseBody: Buffer | null;
  bodyTruncated: boolean;
  error: string | null;
}

/** Column of the statement's input: SQL name, array type, value. One list for the parameters, the rows' names and the types. */
const columns: [name: string, type: string, value: (s: Settlement) => Value][] = [
  ["delivery_id", "uuid", (s) => s.deliveryId],
  ["lease_token", "uuid", (s) => s.leaseToken],
  ["number", "integer", (s) => s.number],
  ["state", "text", (s) => s.state],
  ["class", "text", (s) => s.class],
  ["failure", "integer", (s) => s.failure],
  ["next_attempt_ms", "float8", (s) => s.nextAttemptMs],
  ["delay_ms", "integer", (s) => s.delayMs],
  ["reason", "text", (s) => s.reason],
  ["success", "boolean", (s) => s.success],
  ["attempt_bucket", "integer", (s) => (s.success ? latencyBucket(s.durationMs) : null)],
  ["total_bucket", "integer", (s) => (s.totalMs === null ? null : latencyBucket(s.totalMs))],
  ["started_ms", "float8", (s) => s.startedMs],
  ["outcome", "text", (s) => s.outcome],
  ["cause", "text", (s) => s.cause],
  ["trigger", "text", (s) => s.trigger],
  ["status", "integer", (s) => s.status],
  ["duration_ms", "integer", (s) => s.durationMs],
  ["dns_ms", "integer", (s) => s.dnsMs],
  ["connect_ms", "integer", (s) => s.connectMs],
  ["tls_ms", "integer", (s) => s.tlsMs],
  ["first_byte_ms", "integer", (s) => s.firstByteMs],
  ["remote_address", "text", (s) => s.remoteAddress],
  ["request_headers", "bytea", (s) => s.requestHeaders],
  ["response_headers", "bytea", (s) => s.responseHeaders],
  ["response_body", "bytea", (s) => s.responseBody],
  ["body_truncated", "boolean", (s) => s.bodyTruncated],
  ["error", "text", (s) => s.error],
];

/**
 * Writes the attempts and moves their deliveries on, in one transaction with the lane's books. A result counts only under the lease token of its claim,
 * found by the array of ids, because the join alone reads a whole partition where the plan was made while that was empty. The token alone is the fence: testing the state as well made the planner read every row in flight. An attempt row that is there already
 * (the reaper wrote `lease_lost` under that number, or the batch is sent again) stays as it is.
 */
const statement = dayStatement(
  "settle_attempts",
  ({ from, to }) => `
WITH r AS MATERIALIZED (
  SELECT * FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(", ")}) AS r(${columns.map(([name]) => name).join(", ")})
), settled AS (
  UPDATE deliveries d SET state = r.state, class = r.class, failures = d.failures + r.failure, next_attempt_at = to_timestamp(r.next_attempt_ms / 1000),
    prev_delay_ms = r.delay_ms, lease_token = NULL, lease_expires_at = NULL, reason = r.reason, last_status = r.status, last_error = r.error,
    finished_at = CASE WHEN r.state <> 'pending' THEN now() END
  FROM r
  WHERE d.id = ANY ($1) AND d.id = r.delivery_id AND d.lease_token = r.lease_token AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.event_id, d.subscription_id, d.test, d.replay_id, d.state, d.reason, d.body_bytes, r.success, r.attempt_bucket, r.total_bucket
), ended AS (
  SELECT * FROM settled WHERE state <> 'pending'
), written AS (
  INSERT INTO attempts (delivery_id, number, started_at, outcome, cause, trigger, status, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
    remote_address, request_headers, response_headers, response_body, body_truncated, error, next_due_at)
  SELECT delivery_id, number, to_timestamp(started_ms / 1000), outcome, cause, trigger, status, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
    remote_address, request_headers, response_headers, response_body, body_truncated, error, CASE WHEN state = 'pending' THEN to_timestamp(next_attempt_ms / 1000) END
  FROM r ORDER BY delivery_id, number
  ON CONFLICT DO NOTHING
), ${bookReplays}, ${bookLaneStats}, ${bookDeaths({ from, to })}, ${bookRollups}
SELECT id FROM settled`,
);

type Value = string | number | boolean | Buffer | null;

/** Columns whose values may be any text or bytes. All others are ids, numbers and words of ours. */
const ANY_CONTENT: ReadonlySet<string> = new Set([
  "remote_address",
  "request_headers",
  "response_headers",
  "response_body",
  "error",
  "reason",
]);

function parameter(name: string, type: string, values: Value[]): unknown {
  if (!ANY_CONTENT.has(name)) return plainArray(values as Exclude<Value, Buffer>[]);
  return binaryArray(type === "bytea" ? "bytea" : "text", values as (string | Buffer | null)[]);
}

/** @returns the deliveries that were settled; one that is missing had lost its lease, and its result changed nothing but the attempt log */
export async function settleAttempts(pool: pg.Pool, nowMs: number, settlements: readonly Settlement[]): Promise<string[]> {
  if (settlements.length === 0) return [];
  const values = columns.map(([name, type, value]) => parameter(name, type, settlements.map(value)));
  const { rows } = await pool.query<{ id: string }>({ ...statement(nowMs), values });
  return rows.map((row) => row.id);
}

export { statement as settleAttemptsStatement };
