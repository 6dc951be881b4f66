import type { IdBounds } from "../partitions/bounds.ts";
import { LATENCY_BUCKETS } from "./latency-buckets.ts";

/**
 * Stands in the WHERE of whatever writes further rows of lanes whose books the same statement writes. In which order the database runs the parts of a statement that nothing
 * reads is its own affair (the last first, as it is); a part that reads another comes after it. So the row of its books is the first that a lane's writer waits for, and
 * two writers of one lane cannot hold what the other waits for.
 * @param books the part that writes the books
 */
export const afterBooks = (books = "lane_books"): string => `(SELECT count(*) FROM ${books}) IS NOT NULL`;

/**
 * Common table expressions that book ended deliveries on `lane_stats`. They read a CTE `ended(subscription_id, state, body_bytes)`
 * with one row per delivery that left the backlog. Rows are written in key order: two settling transactions cannot deadlock here.
 */
export const bookLaneStats = `
  lane_books AS (
    INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at, updated_at)
    SELECT subscription_id, -count(*), -sum(body_bytes), count(*) FILTER (WHERE state = 'dead'),
      CASE WHEN bool_or(state = 'dead') THEN now() END, now()
    FROM ended GROUP BY subscription_id ORDER BY subscription_id
    ON CONFLICT (subscription_id) DO UPDATE SET
      backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
      dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at),
      updated_at = excluded.updated_at
    RETURNING subscription_id
  )`;

/**
 * Counts deaths on the minute's row, for the report to the tenant. Reads a CTE `ended(id, event_id, subscription_id, state, reason, test)`. What brought an
 * operational event, or a test, or was cancelled, does not count: no report may come of a report. The type is asked of each dead row's own event, in a subquery that cannot become
 * a join: planned before the events are there, a join might read all of them. An event that is older than the bounds (it was replayed) is found by a function, so
 * that its day is not in the plan.
 */
export const bookDeaths = ({ from, to }: Pick<IdBounds, "from" | "to">): string => `
  death_books AS (
    INSERT INTO dead_minutes AS m (subscription_id, minute, count, latest)
    SELECT subscription_id, date_trunc('minute', now(), 'UTC'), count(*), (array_agg(id ORDER BY id DESC))[1]
    FROM ended
    WHERE ${afterBooks()} AND state = 'dead' AND NOT test AND reason IS DISTINCT FROM 'replay_cancelled' AND coalesce(
      (SELECT e.type FROM events e WHERE e.id = ended.event_id AND e.id >= '${from}' AND e.id < '${to}'), type_of_event(ended.event_id), '') NOT LIKE 'hooklane.%'
    GROUP BY subscription_id ORDER BY subscription_id
    ON CONFLICT (subscription_id, minute) DO UPDATE SET count = m.count + excluded.count, latest = greatest(m.latest, excluded.latest)
  )`;

/**
 * Counts deaths on the minute's roll-up that no settled attempt brought. Settling counts its own in {@link bookRollups}.
 * @param source the CTE of ended deliveries
 * @param books the CTE that writes the lanes' books
 */
export const bookDeadRollups = (source = "ended", books = "lane_books"): string => `
  dead_rollups AS (
    INSERT INTO rollup_minutes AS m (subscription_id, bucket, dead)
    SELECT subscription_id, date_trunc('minute', now(), 'UTC'), count(*) FROM ${source} WHERE ${afterBooks(books)} AND state = 'dead' GROUP BY subscription_id ORDER BY subscription_id
    ON CONFLICT (subscription_id, bucket) DO UPDATE SET dead = m.dead + excluded.dead
  )`;

const histogram = (column: string): string =>
  `ARRAY[${Array.from({ length: LATENCY_BUCKETS }, (_, i) => `count(*) FILTER (WHERE ${column} = ${i + 1})`).join(", ")}]::integer[]`;

/** Bucket by bucket: calls of `add_buckets` took an eighth of the time of settling. A row that was begun by deaths alone has no buckets yet. */
const raised = (column: string): string =>
  `ARRAY[${Array.from({ length: LATENCY_BUCKETS }, (_, i) => `coalesce(m.${column}[${i + 1}], 0) + excluded.${column}[${i + 1}]`).join(", ")}]`;

/**
 * Books attempts on the minute's roll-up. Reads a CTE `settled(subscription_id, state, success, attempt_bucket, total_bucket)` with one
 * row per settled attempt; the buckets are numbers of latency buckets, null where there is nothing to count.
 */
export const bookRollups = `
  rollup_books AS (
    INSERT INTO rollup_minutes AS m (subscription_id, bucket, succeeded, failed, delivered, dead, attempt_latency, total_latency)
    SELECT subscription_id, date_trunc('minute', now(), 'UTC'), count(*) FILTER (WHERE success), count(*) FILTER (WHERE NOT success),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'dead'),
      ${histogram("attempt_bucket")}, ${histogram("total_bucket")}
    FROM settled WHERE ${afterBooks()} GROUP BY subscription_id ORDER BY subscription_id
    ON CONFLICT (subscription_id, bucket) DO UPDATE SET
      succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed,
      delivered = m.delivered + excluded.delivered, dead = m.dead + excluded.dead,
      attempt_latency = ${raised("attempt_latency")}, total_latency = ${raised("total_latency")}
  )`;
