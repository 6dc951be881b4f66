import type { OwedBy, OwedDelivery } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { type ShedThreshold, watchBacklogs } from "./add-accepted.ts";
import { bookDeadRollups } from "./lane-accounts.ts";

/** A subscription that asks, or asked when the event was accepted, for its type. */
export interface FanOutSubscription extends Omit<OwedBy, "windowMs"> {
  id: string;
  shard: number;
  retryPolicy: Record<string, unknown>;
}

/** What core decides in a fan-out. */
export interface FanOutRules {
  /** The patterns that take an event type. */
  patterns: (type: string) => string[];
  /** Whether a payload passes a subscription's filter. */
  passes: (filter: Record<string, unknown>, payload: unknown) => boolean;
  /** How a subscription's delivery begins. */
  owed: (subscription: FanOutSubscription, acceptedMs: number) => OwedDelivery;
}

export interface FanOutStep {
  finished: boolean;
  /** Shards that got work. */
  shards: number[];
}

interface Job {
  state: string;
  type: string;
  snapshot: string;
  tenantIds: string[] | null;
  done: number;
  afterTenantId: string | null;
  afterId: string | null;
  acceptedMs: number;
  isErased: boolean;
  bodyBytes: number;
}

interface Candidate extends FanOutSubscription {
  tenantId: string;
  takesType: boolean;
  filter: Record<string, unknown> | null;
}

interface Row {
  subscription: FanOutSubscription;
  delivery: OwedDelivery | (Omit<OwedDelivery, "reason"> & { reason: "payload_erased" });
  id: string;
}

const FIRST = "00000000-0000-0000-0000-000000000000";

/**
 * One batch of a lazy fan-out: looks at the next subscriptions, writes the deliveries to those that matched when the event was accepted, and moves
 * on. All in one transaction, so a crash loses nothing, and the pure delivery ids make a batch that runs again write nothing new. Whoever matched is owed a
 * delivery, also if it was edited or deleted since: that one ends dead. Ordered subscriptions got theirs with the event.
 * @param pageSize subscriptions looked at per batch
 */
export async function advanceFanOut(
  pool: pg.Pool,
  eventId: string,
  rules: FanOutRules,
  threshold: ShedThreshold,
  pageSize: number,
): Promise<FanOutStep> {
  return inTransaction(pool, async (client) => {
    const job = await lockJob(client, eventId);
    if (job?.state !== "running") return { finished: true, shards: [] };
    const page = await readPage(client, job, rules.patterns(job.type), pageSize);
    const wanted = page.filter((candidate) => candidate.takesType && !candidate.ordered);
    const takers = await thoseThatPass(client, eventId, wanted, rules.passes);
    const rows = takers.map((subscription): Row => {
      const owed = rules.owed(subscription, job.acceptedMs);
      const delivery = job.isErased ? ({ ...owed, state: "dead", reason: "payload_erased" } as const) : owed;
      return { subscription, delivery, id: deliveryId(job.acceptedMs, eventId, subscription.id) };
    });
    if (rows.length > 0) await write(client, eventId, job, rows, threshold);
    const finished = page.length < pageSize;
    await move(client, eventId, rows.length, page.at(-1), finished);
    const pending = rows.filter(({ delivery }) => delivery.state === "pending");
    return { finished, shards: [...new Set(pending.map(({ subscription }) => subscription.shard))] };
  });
}

async function lockJob(client: pg.PoolClient, eventId: string): Promise<Job | undefined> {
  const { rows } = await client.query<Job>(
    `SELECT f.state, e.type, f.snapshot, f.tenant_ids AS "tenantIds", f.done, f.after_tenant_id AS "afterTenantId", f.after_id AS "afterId",
       (extract(epoch FROM e.accepted_at) * 1000)::float8 AS "acceptedMs", e.erased_at IS NOT NULL AS "isErased", coalesce(length(e.body), 0) AS "bodyBytes"
     FROM fan_outs f JOIN events e ON e.id = f.event_id WHERE f.event_id = $1 FOR UPDATE OF f, e`,
    [eventId],
  );
  return rows[0];
}

/**
 * The next subscriptions in order of tenant and id, as they were in the accepting transaction's snapshot: a row that was not changed since says itself what it
 * matches, one that was is read from the version that the snapshot saw. One that has no such version was made later.
 */
const readText = (everyTenant: boolean): string => `
SELECT s.id, s.tenant_id AS "tenantId", s.shard, s.state, s.ordered, s.mode, s.retry_policy AS "retryPolicy", w.subscription_id IS NOT NULL AS "isShedding",
  coalesce(CASE WHEN s.is_as_seen THEN s.state <> 'deleted' AND s.event_types && $5::text[] ELSE v.event_types && $5::text[] END, false)
    AND (t.deleted_at IS NULL OR t.deleted_at > to_timestamp($6::float8 / 1000)) AS "takesType",
  CASE WHEN s.is_as_seen THEN s.filter ELSE v.filter END AS filter
FROM (
  SELECT *, pg_visible_in_snapshot(matched_xid::text::xid8, $4::pg_snapshot) AS is_as_seen FROM subscriptions
  WHERE (tenant_id, id) > ($1::uuid, $2::uuid) ${everyTenant ? "" : "AND tenant_id = ANY($7::uuid[])"}
  ORDER BY tenant_id, id LIMIT $3
) s
JOIN tenants t ON t.id = s.tenant_id
LEFT JOIN LATERAL (
  SELECT v.event_types, v.filter FROM subscription_versions v
  WHERE NOT s.is_as_seen AND v.subscription_id = s.id
    AND pg_visible_in_snapshot(v.matched_xid::text::xid8, $4::pg_snapshot) AND NOT pg_visible_in_snapshot(v.replaced_xid::text::xid8, $4::pg_snapshot)
  LIMIT 1
) v ON true
LEFT JOIN lane_sheds w ON w.subscription_id = s.id AND w.is_shedding
ORDER BY s.tenant_id, s.id`;

const readEveryTenant = readText(true);
const readSomeTenants = readText(false);

async function readPage(client: pg.PoolClient, job: Job, patterns: string[], pageSize: number): Promise<Candidate[]> {
  const values = [job.afterTenantId ?? FIRST, job.afterId ?? FIRST, pageSize, job.snapshot, patterns, job.acceptedMs];
  const { rows } = job.tenantIds
    ? await client.query<Candidate>(readSomeTenants, [...values, job.tenantIds])
    : await client.query<Candidate>(readEveryTenant, values);
  return rows;
}

/** Filters are judged by the payload; of an event whose payload was erased nobody can say any more who wanted it, so those with a filter get nothing. */
async function thoseThatPass(
  client: pg.PoolClient,
  eventId: string,
  candidates: readonly Candidate[],
  passes: FanOutRules["passes"],
): Promise<FanOutSubscription[]> {
  if (candidates.every(({ filter }) => filter === null)) return [...candidates];
  const { rows } = await client.query<{ data: Buffer | null }>(
    "SELECT substring(body FROM data_offset + 1 FOR data_length) AS data FROM events WHERE id = $1",
    [eventId],
  );
  const data = rows[0]?.data;
  const payload: unknown = data ? JSON.parse(data.toString("utf8")) : undefined;
  return candidates.filter(({ filter }) => filter === null || (payload !== undefined && passes(filter, payload)));
}

const insert = `
WITH written AS (
  INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, reason, next_attempt_at, deadline_at, body_bytes, finished_at)
  SELECT r.id, r.shard, $1, r.subscription_id, r.class, r.mode, r.state, r.reason, to_timestamp($2::float8 / 1000), to_timestamp(r.deadline_ms / 1000), $3,
    CASE r.state WHEN 'dead' THEN now() END
  FROM unnest($4::uuid[], $5::smallint[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::float8[])
    AS r(id, shard, subscription_id, class, mode, state, reason, deadline_ms)
  ORDER BY r.id
  ON CONFLICT DO NOTHING RETURNING subscription_id, state, reason, body_bytes
), booked AS (
  INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at, arrived)
  SELECT subscription_id, count(*) FILTER (WHERE state = 'pending'), coalesce(sum(body_bytes) FILTER (WHERE state = 'pending'), 0),
    count(*) FILTER (WHERE state = 'dead'), CASE WHEN bool_or(state = 'dead') THEN now() END,
    count(*) FILTER (WHERE state = 'pending')
  FROM written GROUP BY subscription_id ORDER BY subscription_id
  ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
    dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at),
    arrived = s.arrived + excluded.arrived, updated_at = now()
  RETURNING subscription_id, backlog, backlog_bytes
), shed AS (
  SELECT subscription_id, count(*) AS deliveries, sum(body_bytes)::bigint AS bytes FROM written WHERE reason = 'backlog_shed' GROUP BY subscription_id
), ${watchBacklogs("$12", "$13")}, ${bookDeadRollups("written", "booked")}
SELECT 1`;

async function write(client: pg.PoolClient, eventId: string, job: Job, rows: readonly Row[], threshold: ShedThreshold): Promise<void> {
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
    threshold.deliveries,
    threshold.bytes,
  ]);
}

/** Moves the cursor behind the page. Once done, the total is what there is. */
async function move(client: pg.PoolClient, eventId: string, owed: number, last: Candidate | undefined, finished: boolean): Promise<void> {
  await client.query(
    `WITH moved AS (
       UPDATE fan_outs SET done = done + $2, after_tenant_id = coalesce($3, after_tenant_id), after_id = coalesce($4, after_id),
         total = CASE WHEN $5 THEN done + $2 ELSE greatest(total, done + $2) END,
         state = CASE WHEN $5 THEN 'done' ELSE state END, finished_at = CASE WHEN $5 THEN now() END
       WHERE event_id = $1 RETURNING done
     )
     UPDATE events SET deliveries = moved.done, fan_out = CASE WHEN $5 THEN 'done' ELSE fan_out END FROM moved WHERE id = $1`,
    [eventId, owed, last?.tenantId ?? null, last?.id ?? null, finished],
  );
}
