import type pg from "pg";

export interface KeptAnswer {
  tenantId: string;
  key: string;
  eventId: string;
  fingerprint: Buffer;
  /** Deliveries written with the event; null where they are fanned out later. */
  deliveries: number | null;
  /** Subscriptions whose delivery was shed. */
  shed: string[];
}

const statement = {
  name: "read_idempotency_keys",
  text: `SELECT k.tenant_id AS "tenantId", k.key, k.event_id AS "eventId", k.fingerprint, k.deliveries, k.shed
    FROM unnest($1::uuid[], $2::text[]) AS l(tenant_id, key) JOIN idempotency_keys k ON k.tenant_id = l.tenant_id AND k.key = l.key`,
};

/** What was answered under these keys: read in a statement of its own, after the one that lost, so that it sees the winner's commit. */
export async function readIdempotencyKeys(pool: pg.Pool, keys: readonly { tenantId: string; key: string }[]): Promise<KeptAnswer[]> {
  const { rows } = await pool.query<KeptAnswer>({ ...statement, values: [keys.map((k) => k.tenantId), keys.map((k) => k.key)] });
  return rows;
}
