import type pg from "pg";
import { uuidFloor, uuidTime } from "../ids/uuid-v7.ts";
import { type DeliveryFilter, type DeliveryRecord, deliverySelect } from "./list-deliveries.ts";

export interface TenantDeliveryFilter extends Omit<DeliveryFilter, "subscriptionId"> {
  tenantId: string;
  /** Only of this one of the tenant's. */
  subscriptionId?: string;
  /** Only of this event: found by the millisecond that its id names, and by its replays. */
  eventId?: string;
}

export interface TenantDeliveryRecord extends DeliveryRecord {
  url: string;
  subscriptionState: "active" | "paused" | "disabled" | "deleted";
}

/**
 * One page of the deliveries of all of a tenant's subscriptions, newest first. Each subscription's log gives its newest, as many as a page takes, and the newest
 * of those are the page: what is read grows with the number of subscriptions, never with the length of their logs. Reads one more than the limit, by which
 * the caller knows whether there is more.
 */
export async function listTenantDeliveries(pool: pg.Pool, filter: TenantDeliveryFilter): Promise<TenantDeliveryRecord[]> {
  const { rows } = await pool.query<TenantDeliveryRecord>(tenantDeliveriesStatement(filter));
  return rows;
}

export function tenantDeliveriesStatement(filter: TenantDeliveryFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const own = [`s.tenant_id = ${add(filter.tenantId)}`];
  if (filter.subscriptionId) own.push(`s.id = ${add(filter.subscriptionId)}`);
  const where: string[] = [];
  if (filter.fromId) where.push(`d.id >= ${add(filter.fromId)}::uuid`);
  if (filter.toId) where.push(`d.id < ${add(filter.toId)}::uuid`);
  if (filter.beforeId) where.push(`d.id < ${add(filter.beforeId)}::uuid`);
  if (filter.states) where.push(`d.state = ANY(${add(filter.states)}::text[])`);
  if (filter.eventType !== undefined)
    where.push(`EXISTS (SELECT FROM events e WHERE e.id = d.event_id AND e.type = ${add(filter.eventType)})`);
  const limit = add(filter.limit + 1);
  const and = (...conditions: string[]): string => [...conditions, ...where].join(" AND ");
  const ofEachLane = `CROSS JOIN LATERAL (
    SELECT d.id FROM deliveries d WHERE ${and("d.subscription_id = s.id")} ORDER BY d.id DESC LIMIT ${limit}
  ) newest`;
  const ofEvent = (eventId: string): string => {
    const event = add(eventId);
    const ms = uuidTime(eventId);
    return `JOIN (
    SELECT d.id, d.subscription_id FROM deliveries d
    WHERE ${and(`d.event_id = ${event}`, `d.id >= ${add(uuidFloor(ms))}::uuid`, `d.id < ${add(uuidFloor(ms + 1))}::uuid`)}
    UNION ALL
    SELECT d.id, d.subscription_id FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id WHERE ${and(`p.event_id = ${event}`)}
  ) newest ON newest.subscription_id = s.id`;
  };
  const text = `
WITH page AS MATERIALIZED (
  SELECT newest.id, s.url, s.state AS "subscriptionState"
  FROM subscriptions s
  ${filter.eventId === undefined ? ofEachLane : ofEvent(filter.eventId)}
  WHERE ${own.join(" AND ")}
  ORDER BY newest.id DESC LIMIT ${limit}
)
${deliverySelect('page.url, page."subscriptionState"')} JOIN page ON page.id = d.id ORDER BY d.id DESC`;
  return { text, values };
}
