/**
 * What the bare loop keeps: the columns of the product's ledger, so that its rows are as wide, and of the indexes those that claiming, ending lost
 * leases and reading one endpoint's log need.
 */
export const schema = `
CREATE TABLE events (
  id uuid PRIMARY KEY, tenant_id uuid NOT NULL, type text NOT NULL, body bytea, data_offset integer NOT NULL, data_length integer NOT NULL,
  accepted_at timestamptz(3) NOT NULL, idempotency_key text, fan_out text NOT NULL DEFAULT 'done', deliveries integer NOT NULL, erased_at timestamptz(3)
) PARTITION BY RANGE (id);
ALTER TABLE events ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE deliveries (
  id uuid PRIMARY KEY, shard smallint NOT NULL, event_id uuid NOT NULL, subscription_id uuid NOT NULL, replay_id uuid, generation smallint NOT NULL DEFAULT 0,
  class text NOT NULL, mode text NOT NULL, state text NOT NULL DEFAULT 'pending', test boolean NOT NULL DEFAULT false, attempt integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0, next_attempt_at timestamptz(3) NOT NULL, prev_delay_ms integer, lease_token uuid, lease_expires_at timestamptz(3),
  deadline_at timestamptz(3) NOT NULL, reason text, sequence bigint, body_bytes integer NOT NULL, last_status integer, last_error text,
  finished_at timestamptz(3), replayed_by uuid
) PARTITION BY RANGE (id);
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_lease ON deliveries (lease_expires_at) WHERE state = 'inflight';
CREATE INDEX deliveries_log ON deliveries (subscription_id, id);

CREATE TABLE attempts (
  delivery_id uuid NOT NULL, number integer NOT NULL, started_at timestamptz(3) NOT NULL, outcome text NOT NULL, cause text NOT NULL, trigger text NOT NULL,
  status integer, duration_ms integer NOT NULL, dns_ms integer, connect_ms integer, tls_ms integer, first_byte_ms integer, remote_address text,
  request_headers bytea NOT NULL, response_headers bytea, response_body bytea, body_truncated boolean NOT NULL DEFAULT false, error text,
  PRIMARY KEY (delivery_id, number)
) PARTITION BY RANGE (delivery_id);

CREATE TABLE events_all PARTITION OF events DEFAULT;
CREATE TABLE deliveries_all PARTITION OF deliveries DEFAULT;
CREATE TABLE attempts_all PARTITION OF attempts DEFAULT;
`;

/** A subscription of the bare loop: an event type and where its events go. */
export interface BareLane {
  id: string;
  type: string;
  url: string;
}

/** A UUIDv7: ids that sort by time keep the indexes' hot pages few, as the product's do. */
export function timeId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** An id as long as the product's public ones. */
export const publicEventId = (id: string): string => `evt_${id.replaceAll("-", "").slice(6)}`;
