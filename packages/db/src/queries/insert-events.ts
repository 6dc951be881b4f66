import type { DeliveryClass } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { binaryArray } from "./binary-array.ts";
import { plainArray } from "./plain-array.ts";

/** A delivery that an event owes, to be written with it. Times are ms by the database's clock. */
export interface NewDelivery {
  subscriptionId: string;
  shard: number;
  class: DeliveryClass;
  mode: "at_least_once" | "at_most_once";
  /** dead: the subscription is disabled or shedding; the delivery is recorded, can be replayed, and is never attempted. */
  state: "pending" | "dead";
  reason: string | null;
  deadlineMs: number;
  /** The subscription is paused: it is pending, and no worker has to hear of it. Not stored. */
  isHeld?: boolean;
}

/** Deliveries that a job writes: those to ordered subscriptions are written with the event, and are not among them. */
export interface NewFanOut {
  /** Whose subscriptions the event goes to; null: every tenant's. */
  tenantIds: readonly string[] | null;
  /** How many deliveries there will be, about. */
  total: number;
}

export interface NewEvent {
  id: string;
  tenantId: string;
  type: string;
  body: Buffer;
  dataOffset: number;
  dataLength: number;
  acceptedMs: number;
  idempotency: { key: string; fingerprint: Buffer } | undefined;
  fanOut: "done" | NewFanOut;
  /** Posted to an audience: receivers of other tenants see it. */
  broadcast?: boolean;
  /** The payload is a GeoJSON feature. */
  geojson?: boolean;
  /** Its completion is to be announced. */
  announceCompleted?: boolean;
  deliveries: readonly NewDelivery[];
}

interface Shape {
  keyed: boolean;
  ordered: boolean;
}

const INPUT =
  "unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::integer[], $6::integer[], $7::float8[], $8::text[], $9::bytea[], $10::integer[], $11::text[], $12::boolean[], $13::boolean[], $14::text[], $15::text[], $16::integer[], $17::boolean[])";
const INPUT_NAMES =
  "id, tenant_id, type, body, data_offset, data_length, accepted_ms, key, fingerprint, deliveries, fan_out, broadcast, announced, shed, tenant_ids, total, geojson";
const ROWS =
  "unnest($18::uuid[], $19::smallint[], $20::uuid[], $21::uuid[], $22::text[], $23::text[], $24::text[], $25::text[], $26::float8[], $27::float8[], $28::integer[])";
const ROWS_NAMES = "id, shard, event_id, subscription_id, class, mode, state, reason, accepted_ms, deadline_ms, body_bytes";

/**
 * One statement, hence one transaction, for a whole batch: keys, events, deliveries and fan-outs. A fan-out keeps the statement's snapshot: it goes to who matches in it. With keys, only events whose key was free are written;
 * a key taken by a transaction that has not ended yet is waited for. With ordered lanes, each lane's counter is raised first: its row lock makes the
 * order of sequences the order of commits.
 */
const text = ({ keyed, ordered }: Shape): string => `
WITH input AS MATERIALIZED (SELECT * FROM ${INPUT} AS i(${INPUT_NAMES})),
rows AS MATERIALIZED (SELECT * FROM ${ROWS} WITH ORDINALITY AS r(${ROWS_NAMES}, position)),
${
  keyed
    ? `free AS (
  INSERT INTO idempotency_keys (tenant_id, key, event_id, fingerprint, deliveries, shed)
  SELECT tenant_id, key, id, fingerprint, CASE fan_out WHEN 'done' THEN deliveries END, shed::uuid[] FROM input WHERE key IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING event_id
), won AS MATERIALIZED (SELECT event_id AS id FROM free UNION ALL SELECT id FROM input WHERE key IS NULL),`
    : "won AS (SELECT id FROM input),"
}
${
  ordered
    ? `taken AS (
  INSERT INTO lane_sequences AS s (subscription_id, last)
  SELECT subscription_id, count(*) FROM rows WHERE class = 'ordered' GROUP BY subscription_id ORDER BY subscription_id
  ON CONFLICT (subscription_id) DO UPDATE SET last = s.last + excluded.last
  RETURNING subscription_id, last
),`
    : ""
}
events_written AS (
  INSERT INTO events (id, tenant_id, type, body, data_offset, data_length, accepted_at, idempotency_key, deliveries, fan_out, broadcast, geojson)
  SELECT id, tenant_id, type, body, data_offset, data_length, to_timestamp(accepted_ms / 1000), key, deliveries, fan_out, broadcast, geojson
  FROM input ${keyed ? "WHERE id IN (SELECT id FROM won)" : ""}
), fan_outs_written AS (
  INSERT INTO fan_outs (event_id, tenant_id, snapshot, tenant_ids, total, done)
  SELECT id, tenant_id, pg_current_snapshot()::text, tenant_ids::uuid[], total, deliveries
  FROM input WHERE fan_out = 'lazy' ${keyed ? "AND id IN (SELECT id FROM won)" : ""}
), completions AS (
  INSERT INTO event_completions (event_id, tenant_id) SELECT id, tenant_id FROM input WHERE announced ${keyed ? "AND id IN (SELECT id FROM won)" : ""}
), deliveries_written AS (
  INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, reason, next_attempt_at, deadline_at, body_bytes, finished_at${ordered ? ", sequence" : ""})
  SELECT r.id, r.shard, r.event_id, r.subscription_id, r.class, r.mode, r.state, r.reason, to_timestamp(r.accepted_ms / 1000), to_timestamp(r.deadline_ms / 1000), r.body_bytes,
    CASE r.state WHEN 'dead' THEN now() END
    ${ordered ? `, CASE r.class WHEN 'ordered' THEN taken.last + 1 - row_number() OVER (PARTITION BY r.subscription_id ORDER BY r.position DESC) END` : ""}
  FROM rows r ${ordered ? "LEFT JOIN taken ON taken.subscription_id = r.subscription_id" : ""}
  ${keyed ? "WHERE r.event_id IN (SELECT id FROM won)" : ""}
)
SELECT id FROM won`;

const statements = new Map<string, { name: string; text: string }>();
for (const keyed of [false, true])
  for (const ordered of [false, true]) {
    const name = `insert_events${keyed ? "_keyed" : ""}${ordered ? "_ordered" : ""}`;
    statements.set(name, { name, text: text({ keyed, ordered }) });
  }

/** Order of keys: two batches that hold the same keys take them in the same order and cannot deadlock. */
const byKey = (a: NewEvent, b: NewEvent): number => {
  const left = `${a.tenantId} ${a.idempotency?.key ?? ""}`;
  const right = `${b.tenantId} ${b.idempotency?.key ?? ""}`;
  return left < right ? -1 : left > right ? 1 : 0;
};

/**
 * Writes a batch of events with their deliveries and keys.
 * @param db a pool, or the session of a transaction that is to hold more
 * @returns ids of the events written; one that is missing found its idempotency key taken
 */
export async function insertEvents(db: pg.Pool | pg.ClientBase, batch: readonly NewEvent[]): Promise<Set<string>> {
  const keyed = batch.some((event) => event.idempotency);
  const events = keyed ? [...batch].sort(byKey) : batch;
  const rows = events.flatMap((event) => event.deliveries.map((delivery) => ({ event, delivery })));
  const ordered = rows.some(({ delivery }) => delivery.class === "ordered");
  const statement = statements.get(`insert_events${keyed ? "_keyed" : ""}${ordered ? "_ordered" : ""}`);
  const result = await db.query<{ id: string }>({
    ...(statement as { name: string; text: string }),
    values: [...eventColumns(events), ...deliveryColumns(rows)],
  });
  return new Set(result.rows.map((row) => row.id));
}

/** An array inside an array of them, which may differ in length. */
const arrayText = (ids: readonly string[]): string => `{${ids.join(",")}}`;

const eventColumns = (events: readonly NewEvent[]): unknown[] => [
  plainArray(events.map((e) => e.id)),
  plainArray(events.map((e) => e.tenantId)),
  binaryArray(
    "text",
    events.map((e) => e.type),
  ),
  binaryArray(
    "bytea",
    events.map((e) => e.body),
  ),
  plainArray(events.map((e) => e.dataOffset)),
  plainArray(events.map((e) => e.dataLength)),
  plainArray(events.map((e) => e.acceptedMs)),
  binaryArray(
    "text",
    events.map((e) => e.idempotency?.key ?? null),
  ),
  binaryArray(
    "bytea",
    events.map((e) => e.idempotency?.fingerprint ?? null),
  ),
  plainArray(events.map((e) => e.deliveries.length)),
  plainArray(events.map((e) => (e.fanOut === "done" ? "done" : "lazy"))),
  plainArray(events.map((e) => e.broadcast ?? false)),
  plainArray(events.map((e) => e.announceCompleted ?? false)),
  events.map((e) => arrayText(e.deliveries.flatMap((d) => (d.reason === "backlog_shed" ? [d.subscriptionId] : [])))),
  events.map((e) => (e.fanOut === "done" || !e.fanOut.tenantIds ? null : arrayText(e.fanOut.tenantIds))),
  plainArray(events.map((e) => (e.fanOut === "done" ? 0 : e.fanOut.total))),
  plainArray(events.map((e) => e.geojson ?? false)),
];

const deliveryColumns = (rows: readonly { event: NewEvent; delivery: NewDelivery }[]): unknown[] => [
  plainArray(rows.map(({ event, delivery }) => deliveryId(event.acceptedMs, event.id, delivery.subscriptionId))),
  plainArray(rows.map(({ delivery }) => delivery.shard)),
  plainArray(rows.map(({ event }) => event.id)),
  plainArray(rows.map(({ delivery }) => delivery.subscriptionId)),
  plainArray(rows.map(({ delivery }) => delivery.class)),
  plainArray(rows.map(({ delivery }) => delivery.mode)),
  plainArray(rows.map(({ delivery }) => delivery.state)),
  plainArray(rows.map(({ delivery }) => delivery.reason)),
  plainArray(rows.map(({ event }) => event.acceptedMs)),
  plainArray(rows.map(({ delivery }) => delivery.deadlineMs)),
  plainArray(rows.map(({ event }) => event.body.length)),
];
