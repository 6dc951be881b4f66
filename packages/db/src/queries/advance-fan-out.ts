import type { OwedDelivery } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { inTransaction } from "../pools/in-transaction.ts";

export interface FanOutSubscription {
  id: string;
  shard: number;
  state: "active" | "paused" | "disabled";
  ordered: boolean;
  mode: "at_least_once" | "at_most_once";
  eventTypes: string[];
  retryPolicy: Record<string, unknown>;
}

export interface FanOutStep {
  finished: boolean;
  /** Shards that got work. */
  shards: number[];
}

interface Job {
  tenantId: string;
  cutOff: Date;
  cursor: string | null;
  state: string;
  type: string;
  acceptedMs: number;
  bodyBytes: number;
}

/**
 * One batch of a lazy fan-out: reads the next subscriptions that existed at the cut-off, writes the deliveries of those that match, moves the cursor.
 * All in one transaction, so a crash loses nothing, and the pure delivery ids make a batch that runs again write nothing new.
 * @param owed decides, per subscription and event type, whether it matches and how its delivery begins
 * @param pageSize subscriptions looked at per batch
 */
export async function advanceFanOut(
  pool: pg.Pool,
  eventId: string,
  owed: (subscription: FanOutSubscription, type: string, acceptedMs: number) => OwedDelivery | undefined,
  pageSize: number,
): Promise<FanOutStep> {
  return inTransaction(pool, (client) => advance(client, eventId, owed, pageSize));
}

async function advance(
  client: pg.PoolClient,
  eventId: string,
  owed: Parameters<typeof advanceFanOut>[2],
  pageSize: number,
): Promise<FanOutStep> {
  const { rows: jobs } = await client.query<Job>(
    `SELECT f.tenant_id AS "tenantId", f.cut_off AS "cutOff", f.cursor, f.state, e.type, (extract(epoch FROM e.accepted_at) * 1000)::float8 AS "acceptedMs",
       coalesce(length(e.body), 0) AS "bodyBytes"
     FROM fan_outs f JOIN events e ON e.id = f.event_id WHERE f.event_id = $1 FOR UPDATE OF f`,
    [eventId],
  );
  const job = jobs[0];
  if (job?.state !== "running") return { finished: true, shards: [] };
  const { rows: page } = await client.query<FanOutSubscription>(
    `SELECT id, shard, state, ordered, mode, event_types AS "eventTypes", retry_policy AS "retryPolicy" FROM subscriptions
     WHERE tenant_id = $1 AND id > coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid) AND created_at <= $3 AND state <> 'deleted' ORDER BY id LIMIT $4`,
    [job.tenantId, job.cursor, job.cutOff, pageSize],
  );
  const rows = page.flatMap((subscription) => {
    const delivery = owed(subscription, job.type, job.acceptedMs);
    return delivery ? [{ subscription, delivery, id: deliveryId(job.acceptedMs, eventId, subscription.id) }] : [];
  });
  if (rows.length > 0) await write(client, eventId, job, rows);
  const finished = page.length < pageSize;
  await client.query(
    `WITH moved AS (
       UPDATE fan_outs SET cursor = coalesce($2, cursor), done = done + $3, state = CASE WHEN $4 THEN 'done' ELSE state END, finished_at = CASE WHEN $4 THEN now() END
       WHERE event_id = $1 RETURNING done
     )
     UPDATE events SET deliveries = moved.done, fan_out = CASE WHEN $4 THEN 'done' ELSE fan_out END FROM moved WHERE id = $1`,
    [eventId, page.at(-1)?.id ?? null, rows.length, finished],
  );
  return { finished, shards: [...new Set(rows.map(({ subscription }) => subscription.shard))] };
}

/** A lane that is ordered (made so between accept and cut-off) takes its next sequence here as it would have in accept. */
const insert = `
WITH r AS MATERIALIZED (
  SELECT * FROM unnest($4::uuid[], $5::smallint[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::float8[])
    AS r(id, shard, subscription_id, class, mode, state, reason, deadline_ms)
), taken AS (
  INSERT INTO lane_sequences AS q (subscription_id, last) SELECT subscription_id, 1 FROM r WHERE class = 'ordered' ORDER BY subscription_id
  ON CONFLICT (subscription_id) DO UPDATE SET last = q.last + 1 RETURNING subscription_id, last
), written AS (
  INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, reason, next_attempt_at, deadline_at, body_bytes, finished_at, sequence)
  SELECT r.id, r.shard, $1, r.subscription_id, r.class, r.mode, r.state, r.reason, to_timestamp($2::float8 / 1000), to_timestamp(r.deadline_ms / 1000), $3,
    CASE r.state WHEN 'dead' THEN now() END, taken.last
  FROM r LEFT JOIN taken ON taken.subscription_id = r.subscription_id
  ON CONFLICT DO NOTHING RETURNING subscription_id, state, body_bytes
)
INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at)
SELECT subscription_id, count(*) FILTER (WHERE state = 'pending'), coalesce(sum(body_bytes) FILTER (WHERE state = 'pending'), 0),
  count(*) FILTER (WHERE state = 'dead'), CASE WHEN bool_or(state = 'dead') THEN now() END
FROM written GROUP BY subscription_id ORDER BY subscription_id
ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
  dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at), updated_at = now()`;

async function write(
  client: pg.PoolClient,
  eventId: string,
  job: Job,
  rows: readonly { subscription: FanOutSubscription; delivery: OwedDelivery; id: string }[],
): Promise<void> {
  await client.query(insert, [
    eventId,
    job.acceptedMs,
    job.bodyBytes,
    rows.map(({ id }) => id),
    rows.map(({ subscription }) => subscription.shard),
    rows.map(({ subscription }) => subscription.id),
    rows.map(({ delivery }) => delivery.class),
    rows.map(({ delivery }) => delivery.mode),
    rows.map(({ delivery }) => delivery.state),
    rows.map(({ delivery }) => delivery.reason),
    rows.map(({ delivery }) => delivery.deadlineMs),
  ]);
}
