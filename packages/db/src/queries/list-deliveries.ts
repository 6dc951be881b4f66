import type pg from "pg";

export interface DeliveryRecord {
  id: string;
  eventId: string;
  eventType: string | null;
  subscriptionId: string;
  state: "pending" | "inflight" | "delivered" | "dead";
  class: string;
  test: boolean;
  generation: number;
  replayOf: string | null;
  replayedBy: string | null;
  attempt: number;
  lastStatus: number | null;
  lastError: string | null;
  reason: string | null;
  nextAttemptAt: Date;
  deadlineAt: Date;
  acceptedAt: Date | null;
  /** When the event's payload was erased; null: it was not. */
  payloadErasedAt: Date | null;
  finishedAt: Date | null;
}

/** Deliveries with what their events and replays add. @param more columns of tables that the caller joins */
export const deliverySelect = (more?: string): string => `
  SELECT ${more === undefined ? "" : `${more}, `}d.id, d.event_id AS "eventId", e.type AS "eventType", d.subscription_id AS "subscriptionId", d.state, d.class, d.test, d.generation,
    p.delivery_id AS "replayOf", d.replayed_by AS "replayedBy", d.attempt, d.last_status AS "lastStatus", d.last_error AS "lastError", d.reason,
    d.next_attempt_at AS "nextAttemptAt", d.deadline_at AS "deadlineAt", e.accepted_at AS "acceptedAt", e.erased_at AS "payloadErasedAt", d.finished_at AS "finishedAt"
  FROM deliveries d LEFT JOIN events e ON e.id = d.event_id LEFT JOIN replays p ON p.id = d.replay_id`;

const select = deliverySelect();

export interface DeliveryFilter {
  subscriptionId: string;
  states?: readonly string[];
  eventType?: string;
  /** Id bounds: [from, to) in time; see uuidFloor. */
  fromId?: string;
  toId?: string;
  /** Continue below this id: the last of the page before. */
  beforeId?: string;
  limit: number;
}

/** One page of a subscription's deliveries, newest first. Reads one more than the limit, by which the caller knows whether there is more. */
export async function listDeliveries(pool: pg.Pool, filter: DeliveryFilter): Promise<DeliveryRecord[]> {
  const values: unknown[] = [filter.subscriptionId];
  const where = ["d.subscription_id = $1"];
  const add = (condition: string, value: unknown): void => {
    values.push(value);
    where.push(condition.replace("?", `$${values.length}`));
  };
  if (filter.fromId) add("d.id >= ?::uuid", filter.fromId);
  if (filter.toId) add("d.id < ?::uuid", filter.toId);
  if (filter.beforeId) add("d.id < ?::uuid", filter.beforeId);
  if (filter.states) add("d.state = ANY(?::text[])", filter.states);
  if (filter.eventType !== undefined) add("e.type = ?", filter.eventType);
  values.push(filter.limit + 1);
  const { rows } = await pool.query<DeliveryRecord>({
    text: `${select} WHERE ${where.join(" AND ")} ORDER BY d.id DESC LIMIT $${values.length}`,
    values,
  });
  return rows;
}

/** One delivery of a tenant's subscription; undefined for an unknown id and for another tenant's alike. */
export async function readDelivery(pool: pg.Pool, tenantId: string, id: string): Promise<DeliveryRecord | undefined> {
  const { rows } = await pool.query<DeliveryRecord>({
    name: "read_delivery",
    text: `${select} WHERE d.id = $1 AND EXISTS (SELECT FROM subscriptions s WHERE s.id = d.subscription_id AND s.tenant_id = $2)`,
    values: [id, tenantId],
  });
  return rows[0];
}
