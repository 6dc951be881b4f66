import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { dayStatement } from "../partitions/statement.ts";

export interface EventAudit {
  checked: number;
  /** Events that do not have as many deliveries as their accept promised. */
  mismatched: string[];
}

/** Deliveries of one event that an audit counts, at the most; what fans out wider is left to its job's own books. */
const MAX_DELIVERIES = 1_000;

/** An event's deliveries lie in the millisecond that its id begins with; replays lie elsewhere. */
const audit = dayStatement(
  "audit_events",
  ({ from, to }) => `
WITH sampled AS MATERIALIZED (
  SELECT e.id, e.deliveries FROM events e
  WHERE e.id >= $1::uuid AND e.id < $2::uuid AND e.id >= '${from}' AND e.id < '${to}' AND e.fan_out = 'done' AND e.deliveries BETWEEN 1 AND ${MAX_DELIVERIES}
  ORDER BY e.id LIMIT $3
), counted AS (
  SELECT s.id, s.deliveries <> c.n AS differs FROM sampled s
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM deliveries d
    WHERE d.id >= (left(s.id::text, 13) || '-0000-0000-000000000000')::uuid AND d.id <= (left(s.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
      AND d.event_id = s.id AND d.replay_id IS NULL AND d.id >= '${from}' AND d.id < '${to}'
  ) c
)
SELECT count(*)::integer AS checked, coalesce(array_agg(id) FILTER (WHERE differs), '{}') AS mismatched FROM counted`,
);

/**
 * Counts the deliveries of some events accepted in [fromMs, toMs), the earliest first: an event is in the ledger exactly with everything it owes,
 * so one that is not has lost something.
 * @param limit events
 */
export async function auditEvents(pool: pg.Pool, nowMs: number, fromMs: number, toMs: number, limit: number): Promise<EventAudit> {
  const { rows } = await pool.query<EventAudit>({ ...audit(nowMs), values: [uuidFloor(fromMs), uuidFloor(toMs), limit] });
  return rows[0] ?? { checked: 0, mismatched: [] };
}

/** Open rows that a sweep should have ended: counted up to a limit, over the sweeps' own indexes. */
const overdue = dayStatement(
  "read_overdue",
  ({ from, to }) => `
SELECT
  (SELECT count(*) FROM (SELECT FROM deliveries d WHERE d.state = 'inflight' AND d.lease_expires_at < now() - $1::float8 * interval '1 ms'
    AND d.id >= '${from}' AND d.id < '${to}' LIMIT $2) l)::integer AS leases,
  (SELECT count(*) FROM (SELECT FROM deliveries d WHERE d.state = 'pending' AND d.deadline_at < now() - $1::float8 * interval '1 ms'
    AND d.id >= '${from}' AND d.id < '${to}' LIMIT $2) p)::integer AS deadlines`,
);

/** @returns deliveries whose lease or deadline has been over for longer than `graceMs`, at most `limit` of each */
export async function readOverdue(
  pool: pg.Pool,
  nowMs: number,
  graceMs: number,
  limit: number,
): Promise<{ leases: number; deadlines: number }> {
  const { rows } = await pool.query<{ leases: number; deadlines: number }>({ ...overdue(nowMs), values: [graceMs, limit] });
  return rows[0] ?? { leases: 0, deadlines: 0 };
}

export { audit as auditEventsStatement, overdue as readOverdueStatement };
