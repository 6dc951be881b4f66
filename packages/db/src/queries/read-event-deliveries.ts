import type pg from "pg";
import { uuidFloor, uuidTime } from "../ids/uuid-v7.ts";

/** What became of an event's first generation of deliveries. */
export interface EventOutcome {
  deliveries: number;
  open: number;
  delivered: number;
  dead: number;
  /** When the last of them became final; null without deliveries. */
  lastFinishedAt: Date | null;
}

const range = "d.id >= $2::uuid AND d.id < $3::uuid AND d.event_id = $1::uuid";
const outcome = `count(*)::integer AS deliveries, count(*) FILTER (WHERE d.finished_at IS NULL)::integer AS open,
  count(*) FILTER (WHERE d.state = 'delivered')::integer AS delivered, count(*) FILTER (WHERE d.state = 'dead')::integer AS dead, max(d.finished_at) AS "lastFinishedAt"`;

const whole = { name: "event_outcome", text: `SELECT ${outcome} FROM deliveries d WHERE ${range}` };

/** Of one tenant's subscriptions: each is asked for its own delivery, so that an event for very many tenants costs each of them its own part. */
const ofTenant = {
  name: "event_outcome_of_tenant",
  text: `SELECT ${outcome} FROM subscriptions s JOIN deliveries d ON d.subscription_id = s.id AND ${range} WHERE s.tenant_id = $4::uuid`,
};

/**
 * Counts an event's deliveries by the millisecond that its id names; replays are deliveries of their own and not among them.
 * @param tenantId count only those to this tenant's subscriptions
 */
export async function readEventOutcome(client: Pick<pg.ClientBase, "query">, eventId: string, tenantId?: string): Promise<EventOutcome> {
  const values = [eventId, ...bounds(eventId)];
  const { rows } = await (tenantId === undefined
    ? client.query<EventOutcome>({ ...whole, values })
    : client.query<EventOutcome>({ ...ofTenant, values: [...values, tenantId] }));
  return rows[0] as EventOutcome;
}

export interface EventDeliveryRecord {
  id: string;
  subscriptionId: string;
  state: string;
  generation: number;
  attempt: number;
  reason: string | null;
  finishedAt: Date | null;
}

const columns = `d.id, d.subscription_id AS "subscriptionId", d.state, d.generation, d.attempt, d.reason, d.finished_at AS "finishedAt"`;
const named = {
  name: "event_deliveries",
  text: `SELECT * FROM (
      SELECT ${columns} FROM subscriptions s JOIN deliveries d ON d.subscription_id = s.id AND ${range} WHERE s.tenant_id = $4::uuid
      UNION ALL
      SELECT ${columns} FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id JOIN subscriptions s ON s.id = d.subscription_id
      WHERE p.event_id = $1::uuid AND s.tenant_id = $4::uuid
    ) d ORDER BY id LIMIT $5`,
};

/** The deliveries of an event to one tenant's subscriptions, replays included, oldest first. */
export async function readEventDeliveries(
  client: Pick<pg.ClientBase, "query">,
  eventId: string,
  tenantId: string,
  limit: number,
): Promise<EventDeliveryRecord[]> {
  const { rows } = await client.query<EventDeliveryRecord>({ ...named, values: [eventId, ...bounds(eventId), tenantId, limit] });
  return rows;
}

const bounds = (eventId: string): [string, string] => {
  const ms = uuidTime(eventId);
  return [uuidFloor(ms), uuidFloor(ms + 1)];
};
