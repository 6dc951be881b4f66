import type { OwedBy, OwedDelivery } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { inTransaction } from "../pools/in-transaction.ts";

export interface FanOutSubscription extends Omit<OwedBy, "windowMs"> {
  id: string;
  shard: number;
  retryPolicy: Record<string, unknown>;
}

export interface FanOutStep {
  finished: boolean;
  /** Shards that got work. */
  shards: number[];
}

interface Job {
  state: string;
  total: number;
  done: number;
  /** The next subscriptions it is owed to. */
  page: string[];
  acceptedMs: number;
  bodyBytes: number;
}

/**
 * One batch of a lazy fan-out: writes the deliveries to the next of the subscriptions that matched at accept, and moves on. All in one transaction,
 * so a crash loses nothing, and the pure delivery ids make a batch that runs again write nothing new. Whoever matched is owed a delivery, also if
 * it was edited or deleted since: that one ends dead.
 * @param owed decides how a subscription's delivery begins
 * @param pageSize subscriptions per batch
 */
export async function advanceFanOut(
  pool: pg.Pool,
  eventId: string,
  owed: (subscription: FanOutSubscription, acceptedMs: number) => OwedDelivery,
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
    `SELECT f.state, cardinality(f.subscription_ids) AS total, f.done, f.subscription_ids[f.done + 1 : f.done + $2] AS page,
       (extract(epoch FROM e.accepted_at) * 1000)::float8 AS "acceptedMs", coalesce(length(e.body), 0) AS "bodyBytes"
     FROM fan_outs f JOIN events e ON e.id = f.event_id WHERE f.event_id = $1 FOR UPDATE OF f`,
    [eventId, pageSize],
  );
  const job = jobs[0];
  if (job?.state !== "running") return { finished: true, shards: [] };
  const { rows: subscriptions } = await client.query<FanOutSubscription>(
    `SELECT id, shard, state, ordered, mode, retry_policy AS "retryPolicy" FROM subscriptions WHERE id = ANY($1::uuid[])`,
    [job.page],
  );
  const rows = subscriptions.map((subscription) => ({
    subscription,
    delivery: owed(subscription, job.acceptedMs),
    id: deliveryId(job.acceptedMs, eventId, subscription.id),
  }));
  if (rows.length > 0) await write(client, eventId, job, rows);
  const finished = job.done + job.page.length >= job.total;
  await client.query(
    `WITH moved AS (
       UPDATE fan_outs SET done = done + $2, state = CASE WHEN $3 THEN 'done' ELSE state END, finished_at = CASE WHEN $3 THEN now() END
       WHERE event_id = $1 RETURNING done
     )
     UPDATE events SET deliveries = moved.done, fan_out = CASE WHEN $3 THEN 'done' ELSE fan_out END FROM moved WHERE id = $1`,
    [eventId, job.page.length, finished],
  );
  return { finished, shards: [...new Set(rows.map(({ subscription }) => subscription.shard))] };
}

const insert = `
WITH written AS (
  INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, reason, next_attempt_at, deadline_at, body_bytes, finished_at)
  SELECT r.id, r.shard, $1, r.subscription_id, r.class, r.mode, r.state, r.reason, to_timestamp($2::float8 / 1000), to_timestamp(r.deadline_ms / 1000), $3,
    CASE r.state WHEN 'dead' THEN now() END
  FROM unnest($4::uuid[], $5::smallint[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::float8[])
    AS r(id, shard, subscription_id, class, mode, state, reason, deadline_ms)
  ON CONFLICT DO NOTHING RETURNING subscription_id, state, body_bytes
)
INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at, arrived)
SELECT subscription_id, count(*) FILTER (WHERE state = 'pending'), coalesce(sum(body_bytes) FILTER (WHERE state = 'pending'), 0),
  count(*) FILTER (WHERE state = 'dead'), CASE WHEN bool_or(state = 'dead') THEN now() END,
  count(*) FILTER (WHERE state = 'pending')
FROM written GROUP BY subscription_id ORDER BY subscription_id
ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
  dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at), arrived = s.arrived + excluded.arrived, updated_at = now()`;

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
