import type { Role } from "@hooklane/contracts";
import type pg from "pg";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "../repositories/sessions.ts";
import type { VisitEnd } from "../repositories/support-visits.ts";
import { visitOver } from "../support/end-visit.ts";

/** The visit that a session is on. */
export interface SessionVisit {
  id: string;
  tenantId: string;
  tenantName: string;
  plan: string;
  /** ISO 8601, when the tenant is to be deleted. */
  deleteAt: string | null;
  hasInbox: boolean;
  reason: string;
  ticket: string;
  isElevated: boolean;
  /** ms by the database's clock. */
  endsMs: number;
  /** Why it gives no rights any more; null while it does. */
  over: VisitEnd | null;
}

export interface SessionIdentity {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** Whether the person has proved to read the mail of their address. */
  verified: boolean;
  isStaff: boolean;
  /** When the person last proved who they are; ms by the database's clock. */
  authenticatedMs: number;
  /** Whether they want exact times in UTC. */
  utcClock: boolean;
  /** `deleteAt`: ISO 8601, when the tenant is to be deleted. `hasInbox`: its built-in receiver was opened. */
  memberships: { tenantId: string; tenantName: string; plan: string; role: Role; deleteAt: string | null; hasInbox: boolean }[];
  /** Null when there is none, and when it was ended. */
  visit: SessionVisit | null;
}

const hasInbox = "EXISTS (SELECT FROM inboxes i WHERE i.tenant_id = t.id)";
const isoOf = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Who is behind a session's token, with what they are in which tenant at this moment. Use moves the session's end on; that is written once a
 * minute at most.
 */
const statement = {
  name: "read_session",
  text: `
WITH live AS (
  SELECT id, user_id, last_seen_at, authenticated_at, visit_id FROM sessions WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > now()
), seen AS (
  UPDATE sessions s SET last_seen_at = now(),
    expires_at = least(now() + $2::float8 * interval '1 ms', s.created_at + $3::float8 * interval '1 ms')
  FROM live WHERE s.id = live.id AND live.last_seen_at < now() - interval '1 minute'
)
SELECT live.id AS "sessionId", u.id AS "userId", u.email, u.name, u.email_verified_at IS NOT NULL AS verified, u.staff AS "isStaff", u.utc_clock AS "utcClock",
  (extract(epoch FROM live.authenticated_at) * 1000)::float8 AS "authenticatedMs",
  (SELECT coalesce(json_agg(json_build_object('tenantId', t.id, 'tenantName', t.name, 'plan', t.plan, 'role', m.role, 'deleteAt', ${isoOf("t.delete_at")},
      'hasInbox', ${hasInbox})
      ORDER BY t.id), '[]')
    FROM memberships m JOIN tenants t ON t.id = m.tenant_id WHERE m.user_id = u.id AND t.deleted_at IS NULL) AS memberships,
  (SELECT json_build_object('id', v.id, 'tenantId', v.tenant_id, 'tenantName', t.name, 'plan', t.plan, 'deleteAt', ${isoOf("t.delete_at")},
      'hasInbox', ${hasInbox}, 'reason', v.reason, 'ticket', v.ticket,
      'isElevated', v.elevated_at IS NOT NULL, 'endsMs', (extract(epoch FROM v.ends_at) * 1000)::float8,
      'over', ${visitOver})
    FROM support_visits v JOIN tenants t ON t.id = v.tenant_id WHERE v.id = live.visit_id AND v.staff_id = u.id AND v.ended_at IS NULL) AS visit
FROM live JOIN users u ON u.id = live.user_id WHERE u.disabled_at IS NULL`,
};

/** @returns undefined for a token that is unknown, has ended or was revoked, and for people who are disabled */
export async function readSession(pool: pg.Pool, tokenHash: Uint8Array): Promise<SessionIdentity | undefined> {
  const { rows } = await pool.query<SessionIdentity>({ ...statement, values: [tokenHash, SESSION_IDLE_MS, SESSION_MAX_MS] });
  return rows[0];
}
