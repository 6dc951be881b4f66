import type pg from "pg";
import type { Sealed } from "../crypto/key-ring.ts";
import { type SealedColumns, sealedOf } from "../repositories/credentials.ts";
import type { ChangeMark } from "./read-change-mark.ts";

export interface StoredSecret {
  sealed: Buffer;
  keyNumber: number;
  createdMs: number;
  expiresMs: number | null;
}

export type SubscriptionState = "active" | "paused" | "disabled" | "deleted";

/** A subscription as matching, claiming and sending need it. */
export interface StoredSubscription {
  id: string;
  tenantId: string;
  plan: string;
  /** What staff changed of the plan for this tenant; unchecked. */
  planOverride: unknown;
  /** As it is stored; see openUrl. */
  url: string;
  sealedQuery: Sealed | null;
  host: string;
  eventTypes: string[];
  /** Which of their events it takes, by their payloads; null: all. */
  filter: Record<string, unknown> | null;
  format: "envelope" | "raw";
  ordered: boolean;
  mode: "at_least_once" | "at_most_once";
  /** As they are stored; see openHeaders. Unchecked. */
  customHeaders: unknown;
  sealedHeaders: Sealed | null;
  retryPolicy: Record<string, unknown>;
  retryableStatuses: { status: number; max_attempts: number }[];
  /** Deliveries per second; null: none of its own. */
  rateLimit: number | null;
  state: SubscriptionState;
  shard: number;
  earlierShards: number[];
  version: number;
  createdMs: number;
  secrets: StoredSecret[];
}

interface Row extends Omit<StoredSubscription, "secrets" | "sealedQuery" | "sealedHeaders">, SealedColumns {
  secrets: { sealed: string; keyNumber: number; createdMs: number; expiresMs: number | null }[];
}

const select = `
  SELECT s.id, s.tenant_id AS "tenantId", t.plan, t.plan_override AS "planOverride", s.url, s.host, s.event_types AS "eventTypes", s.filter, s.format, s.ordered, s.mode, s.custom_headers AS "customHeaders",
    s.query_sealed AS "querySealed", s.query_key_number AS "queryKeyNumber", s.headers_sealed AS "headersSealed", s.headers_key_number AS "headersKeyNumber",
    s.retry_policy AS "retryPolicy", s.retryable_statuses AS "retryableStatuses", s.rate_limit AS "rateLimit",
    CASE WHEN t.deleted_at IS NULL THEN s.state ELSE 'deleted' END AS state, s.shard, s.earlier_shards AS "earlierShards",
    s.version, (extract(epoch FROM s.created_at) * 1000)::float8 AS "createdMs",
    (SELECT coalesce(json_agg(json_build_object('sealed', encode(k.sealed, 'base64'), 'keyNumber', k.key_number,
        'createdMs', (extract(epoch FROM k.created_at) * 1000)::float8, 'expiresMs', (extract(epoch FROM k.expires_at) * 1000)::float8)
        ORDER BY k.created_at DESC, k.id DESC), '[]')
      FROM subscription_secrets k WHERE k.subscription_id = s.id) AS secrets
  FROM subscriptions s JOIN tenants t ON t.id = s.tenant_id`;

const fromRow = ({ secrets, querySealed, queryKeyNumber, headersSealed, headersKeyNumber, ...row }: Row): StoredSubscription => ({
  ...row,
  sealedQuery: sealedOf(querySealed, queryKeyNumber),
  sealedHeaders: sealedOf(headersSealed, headersKeyNumber),
  secrets: secrets.map(({ sealed, ...secret }) => ({ ...secret, sealed: Buffer.from(sealed, "base64") })),
});

/**
 * Subscriptions changed at or after a mark, and those of tenants whose plan has, or that have ended; mark 0 reads all. Deleted ones are included, so that followers can drop
 * them. One may come twice: then the later is the newer.
 */
export async function readChangedSubscriptions(pool: pg.Pool, mark: ChangeMark): Promise<StoredSubscription[]> {
  const { rows } = await pool.query<Row>({
    name: "read_changed_subscriptions",
    text: `${select} WHERE s.changed_xid >= $1::bigint`,
    values: [mark],
  });
  // Read after the rows, so that a tenant that changes in between is among them
  const tenantIds = mark === 0 ? [] : await readChangedTenants(pool, mark);
  return [...rows.map(fromRow), ...(tenantIds.length === 0 ? [] : await readOfTenants(pool, tenantIds))];
}

async function readChangedTenants(pool: pg.Pool, mark: ChangeMark): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "read_changed_tenants",
    text: "SELECT id FROM tenants WHERE changed_xid >= $1::bigint",
    values: [mark],
  });
  return rows.map(({ id }) => id);
}

async function readOfTenants(pool: pg.Pool, tenantIds: readonly string[]): Promise<StoredSubscription[]> {
  const { rows } = await pool.query<Row>({
    name: "read_subscriptions_of_tenants",
    text: `${select} WHERE s.tenant_id = ANY($1::uuid[]) AND s.state <> 'deleted'`,
    values: [tenantIds],
  });
  return rows.map(fromRow);
}

export async function readSubscriptions(pool: pg.Pool, ids: readonly string[]): Promise<StoredSubscription[]> {
  const { rows } = await pool.query<Row>({ name: "read_subscriptions", text: `${select} WHERE s.id = ANY($1::uuid[])`, values: [ids] });
  return rows.map(fromRow);
}
