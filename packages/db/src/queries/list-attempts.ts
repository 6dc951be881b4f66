import type pg from "pg";

export interface AttemptRecord {
  deliveryId: string;
  number: number;
  startedAt: Date;
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
  requestHeaders: Buffer;
  responseHeaders: Buffer | null;
  responseBody: Buffer | null;
  bodyTruncated: boolean;
  error: string | null;
  /** When the attempt after it was due; null where none was to follow. */
  nextDueAt: Date | null;
}

const statement = {
  name: "list_attempts",
  text: `SELECT a.delivery_id AS "deliveryId", a.number, a.started_at AS "startedAt", a.outcome, a.cause, a.trigger, a.status, a.duration_ms AS "durationMs",
      a.dns_ms AS "dnsMs", a.connect_ms AS "connectMs", a.tls_ms AS "tlsMs", a.first_byte_ms AS "firstByteMs", a.remote_address AS "remoteAddress",
      a.request_headers AS "requestHeaders", a.response_headers AS "responseHeaders", a.response_body AS "responseBody", a.body_truncated AS "bodyTruncated", a.error,
      a.next_due_at AS "nextDueAt"
    FROM unnest($1::uuid[]) AS l(id) JOIN attempts a ON a.delivery_id = l.id ORDER BY a.delivery_id, a.number`,
};

/** All attempts of some deliveries, by delivery and number. */
export async function listAttempts(pool: pg.Pool, deliveryIds: readonly string[]): Promise<AttemptRecord[]> {
  const { rows } = await pool.query<AttemptRecord>({ ...statement, values: [deliveryIds] });
  return rows;
}
