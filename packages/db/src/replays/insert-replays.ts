import type { OwedDelivery, ReplaySpacing } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";

/** Whom a replay is for, as it is now. */
export interface ReplayTarget {
  id: string;
  shard: number;
}

export interface ReplaySource {
  id: string;
  eventId: string;
  generation: number;
  bodyBytes: number;
  test?: boolean;
}

export interface NewReplays {
  jobId: string | null;
  subscription: ReplayTarget;
  /** Becomes the time of the new deliveries' ids. */
  createdMs: number;
  owed: OwedDelivery;
  /** When they are due: at a rate of their own; absent: now, all of them. */
  spacing?: Pick<ReplaySpacing, "firstDueMs" | "everyMs"> | undefined;
  /** Final deliveries that were not replayed, locked by this transaction, in the order in which they are to be sent. */
  sources: readonly ReplaySource[];
  /** The id of the replay of a delivery. */
  replayIdOf: (sourceId: string) => string;
}

/**
 * Writes replays, their deliveries and the lane's books, and points the originals at them, in one statement. A replay that is there already writes nothing: the
 * ids are pure functions, a job has one replay per delivery, and a delivery one that is open. The originals are named by a list of ids beside the join: a range of
 * ids would hold other lanes' rows too.
 */
const text = (ordered: boolean): string => `
WITH r AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::smallint[], $6::integer[], $7::boolean[])
    WITH ORDINALITY AS r(id, delivery_id, new_id, event_id, generation, body_bytes, test, position)
), made AS (
  INSERT INTO replays (id, job_id, delivery_id, new_delivery_id, event_id, subscription_id, created_at)
  SELECT id, $8, delivery_id, new_id, event_id, $9, to_timestamp($10::float8 / 1000) FROM r ORDER BY id
  ON CONFLICT DO NOTHING RETURNING id
), ${
  ordered
    ? `taken AS (
  INSERT INTO lane_sequences AS s (subscription_id, last) SELECT $9, count(*) FROM made HAVING count(*) > 0
  ON CONFLICT (subscription_id) DO UPDATE SET last = s.last + excluded.last RETURNING last
), `
    : ""
}written AS (
  INSERT INTO deliveries (id, shard, event_id, subscription_id, replay_id, generation, class, mode, test, next_attempt_at, deadline_at, body_bytes, reason${ordered ? ", sequence" : ""})
  SELECT r.new_id, $11, r.event_id, $9, r.id, r.generation, $12, $13, r.test, to_timestamp(($15::float8 + (r.position - 1) * $16::float8) / 1000), to_timestamp($14::float8 / 1000), r.body_bytes,
    CASE WHEN $15::float8 + (r.position - 1) * $16::float8 > $10::float8 THEN 'catch_up' END
    ${ordered ? ", (SELECT last FROM taken) + 1 - row_number() OVER (ORDER BY r.position DESC)" : ""}
  FROM r JOIN made ON made.id = r.id ORDER BY r.new_id
  RETURNING body_bytes
), replaced AS (
  UPDATE deliveries d SET replayed_by = r.new_id FROM r JOIN made ON made.id = r.id
  WHERE d.id = ANY($2::uuid[]) AND d.id = r.delivery_id
  RETURNING d.state
), lane_books AS (
  INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count)
  SELECT $9, count(*), coalesce(sum(body_bytes), 0), -(SELECT count(*) FROM replaced WHERE state = 'dead') FROM written
  ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
    dead_count = s.dead_count + excluded.dead_count, updated_at = now()
)
SELECT count(*)::integer AS n FROM made`;

/** @returns how many replays were made */
export async function insertReplays(client: pg.ClientBase, replays: NewReplays): Promise<number> {
  const { jobId, subscription, createdMs, owed, spacing, sources, replayIdOf } = replays;
  if (sources.length === 0) return 0;
  const replayIds = sources.map(({ id }) => replayIdOf(id));
  const { rows } = await client.query<{ n: number }>(text(owed.class === "ordered"), [
    replayIds,
    sources.map(({ id }) => id),
    sources.map(({ eventId }, i) => deliveryId(createdMs, eventId, subscription.id, replayIds[i])),
    sources.map(({ eventId }) => eventId),
    sources.map(({ generation }) => generation + 1),
    sources.map(({ bodyBytes }) => bodyBytes),
    sources.map(({ test }) => test ?? false),
    jobId,
    subscription.id,
    createdMs,
    subscription.shard,
    owed.class,
    owed.mode,
    owed.deadlineMs,
    spacing?.firstDueMs ?? createdMs,
    spacing?.everyMs ?? 0,
  ]);
  await client.query(refreshOldestDead, [subscription.id]);
  return rows[0]?.n ?? 0;
}

/** Since when the lane has had dead deliveries that nobody replayed: one look into the index of those. */
const refreshOldestDead = `
UPDATE lane_stats s SET oldest_dead_at = (
  SELECT d.finished_at FROM deliveries d WHERE d.subscription_id = $1 AND d.state = 'dead' AND d.replayed_by IS NULL ORDER BY d.id LIMIT 1
) WHERE s.subscription_id = $1 AND s.oldest_dead_at IS NOT NULL`;
