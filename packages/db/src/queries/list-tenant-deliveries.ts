import type pg from "pg";
import { uuidFloor, uuidTime } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";
import { type DeliveryFilter, type DeliveryRecord, deliverySelect } from "./list-deliveries.ts";

export interface TenantDeliveryFilter extends Omit<DeliveryFilter, "subscriptionId"> {
  tenantId: string;
  /** Only of this one of the tenant's. */
  subscriptionId?: string;
  /** Only of this event: found by the millisecond that its id names, and by its replays. */
  eventId?: string;
  /** Only of events whose id lies between these two, both included. */
  eventIds?: readonly [first: string, last: string];
  /** Only those whose last answer had a status between these two, both included. */
  statuses?: readonly [first: number, last: number];
  /** Only those whose last attempt had this cause. */
  cause?: string;
  /** Only replays, or only first generations. */
  replays?: boolean;
  /** Only those that this bulk replay made. */
  jobId?: string;
}

export interface TenantDeliveryRecord extends DeliveryRecord {
  url: string;
  subscriptionState: "active" | "paused" | "disabled" | "deleted";
}

export interface TenantDeliveryPage {
  /** At most as many as asked for. */
  rows: TenantDeliveryRecord[];
  /** Where the next page begins; undefined at the end. */
  nextBeforeId: string | undefined;
  /** Unix ms down to which was searched, when it ended there for want of time and not of rows. */
  searchedToMs: number | undefined;
}

/** A search of what is rare ends after this with what it has found; the next page goes on from there. */
const SEARCH_MS = 400;
/** The first span of time that is searched; each further one is GROWTH times as long. */
const FIRST_SPAN_MS = DAY_MS;
/** The same where a filter may have to pass over most of what it reads. */
const FIRST_FILTERED_SPAN_MS = 60_000;
const GROWTH = 8;
/** A span beyond this is searched to the end: nothing final is kept for so long. */
const LAST_SPAN_MS = 32 * DAY_MS;

/**
 * One page of the deliveries of all of a tenant's subscriptions, newest first. Time is searched in spans, from the newest on, until the page is full: a busy
 * tenant's page costs a look at each subscription's newest row of the day, however long their logs are.
 */
export async function listTenantDeliveries(pool: pg.Pool, filter: TenantDeliveryFilter): Promise<TenantDeliveryPage> {
  const { limit } = filter;
  const read = async (span: IdSpan, wanted: number) =>
    (await pool.query<TenantDeliveryRecord>(tenantDeliveriesStatement({ ...filter, limit: wanted }, span))).rows;
  const upTo = lower(filter.beforeId, filter.toId);
  if (filter.eventId !== undefined) return pageOf(await read(spanOf(filter.fromId, upTo), limit + 1), limit);
  const endsAt = performance.now() + SEARCH_MS;
  const rows: TenantDeliveryRecord[] = [];
  let spanMs = isSelective(filter) ? FIRST_FILTERED_SPAN_MS : FIRST_SPAN_MS;
  let below = upTo;
  for (;;) {
    const lowMs = (below === undefined ? Date.now() : Math.min(Date.now(), uuidTime(below))) - spanMs;
    const low = spanMs > LAST_SPAN_MS || lowMs <= 0 ? undefined : uuidFloor(lowMs);
    const isLast = low === undefined || (filter.fromId !== undefined && low <= filter.fromId);
    rows.push(...(await read(spanOf(isLast ? filter.fromId : low, below), limit + 1 - rows.length)));
    if (isLast || rows.length > limit) return pageOf(rows, limit);
    if (performance.now() > endsAt) return { rows, nextBeforeId: low, searchedToMs: lowMs };
    below = low;
    spanMs *= GROWTH;
  }
}

/** Ids from the first up to, and without, the second; without bound where one is absent. */
interface IdSpan {
  fromId?: string;
  belowId?: string;
}

const spanOf = (fromId: string | undefined, belowId: string | undefined): IdSpan => ({
  ...(fromId !== undefined && { fromId }),
  ...(belowId !== undefined && { belowId }),
});

const lower = (a: string | undefined, b: string | undefined): string | undefined => (a === undefined || (b !== undefined && b < a) ? b : a);

function pageOf(rows: readonly TenantDeliveryRecord[], limit: number): TenantDeliveryPage {
  const page = rows.slice(0, limit);
  return { rows: page, nextBeforeId: rows.length > limit ? page.at(-1)?.id : undefined, searchedToMs: undefined };
}

const isSelective = ({ states, eventType, eventIds, statuses, cause, replays, jobId }: TenantDeliveryFilter): boolean =>
  [states, eventType, eventIds, statuses, cause, replays, jobId].some((each) => each !== undefined);

/**
 * The newest deliveries of a span, as many as the limit. Of each subscription the newest is read; only subscriptions whose newest is among the limit's newest can
 * hold a row of the page, so only these are read further.
 */
export function tenantDeliveriesStatement(filter: TenantDeliveryFilter, span: IdSpan): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const own = [`s.tenant_id = ${add(filter.tenantId)}`];
  if (filter.subscriptionId) own.push(`s.id = ${add(filter.subscriptionId)}`);
  const inSpan = [
    ...(span.fromId ? [`d.id >= ${add(span.fromId)}::uuid`] : []),
    ...(span.belowId ? [`d.id < ${add(span.belowId)}::uuid`] : []),
  ];
  const where = [...inSpan, ...conditions(filter, add)];
  const limit = add(filter.limit);
  const and = (...more: string[]): string => [...more, ...where].join(" AND ");
  const newestOf = (subscription: string, rows: string): string =>
    `SELECT d.id FROM deliveries d WHERE ${and(`d.subscription_id = ${subscription}`)} ORDER BY d.id DESC LIMIT ${rows}`;
  const pageOfLanes = `
WITH lane AS MATERIALIZED (
  SELECT s.id, s.url, s.state FROM subscriptions s CROSS JOIN LATERAL (${newestOf("s.id", "1")}) newest
  WHERE ${own.join(" AND ")} ORDER BY newest.id DESC LIMIT ${limit}
), page AS MATERIALIZED (
  SELECT newest.id, lane.url, lane.state AS "subscriptionState" FROM lane CROSS JOIN LATERAL (${newestOf("lane.id", limit)}) newest
  ORDER BY newest.id DESC LIMIT ${limit}
)`;
  const pageOfEvent = (eventId: string): string => {
    const event = add(eventId);
    const ms = uuidTime(eventId);
    return `
WITH page AS MATERIALIZED (
  SELECT newest.id, s.url, s.state AS "subscriptionState" FROM subscriptions s JOIN (
    SELECT d.id, d.subscription_id FROM deliveries d
    WHERE ${and(`d.event_id = ${event}`, `d.id >= ${add(uuidFloor(ms))}::uuid`, `d.id < ${add(uuidFloor(ms + 1))}::uuid`)}
    UNION ALL
    SELECT d.id, d.subscription_id FROM replays p JOIN deliveries d ON d.id = p.new_delivery_id WHERE ${and(`p.event_id = ${event}`)}
  ) newest ON newest.subscription_id = s.id
  WHERE ${own.join(" AND ")} ORDER BY newest.id DESC LIMIT ${limit}
)`;
  };
  const page = filter.eventId === undefined ? pageOfLanes : pageOfEvent(filter.eventId);
  // The span is said again where the page's rows are read: only its partitions are then in the plan
  const text = `${page}
${deliverySelect('page.url, page."subscriptionState"')} JOIN page ON page.id = d.id${inSpan.length > 0 ? ` WHERE ${inSpan.join(" AND ")}` : ""} ORDER BY d.id DESC`;
  return { text, values };
}

/** What a delivery must be, whatever its time. @param add puts a value among the statement's @returns conditions on `d` */
function conditions(filter: TenantDeliveryFilter, add: (value: unknown) => string): string[] {
  const { states, eventType, eventIds, statuses, cause, replays, jobId } = filter;
  const where: string[] = [];
  if (states) where.push(`d.state = ANY(${add(states)}::text[])`);
  if (eventIds) where.push(`d.event_id BETWEEN ${add(eventIds[0])}::uuid AND ${add(eventIds[1])}::uuid`);
  if (statuses) where.push(`d.last_status BETWEEN ${add(statuses[0])} AND ${add(statuses[1])}`);
  if (replays !== undefined) where.push(`d.replay_id IS ${replays ? "NOT " : ""}NULL`);
  if (eventType !== undefined) where.push(`EXISTS (SELECT FROM events e WHERE e.id = d.event_id AND e.type = ${add(eventType)})`);
  if (cause !== undefined)
    where.push(`EXISTS (SELECT FROM attempts a WHERE a.delivery_id = d.id AND a.number = d.attempt AND a.cause = ${add(cause)})`);
  if (jobId !== undefined) where.push(`EXISTS (SELECT FROM replays r WHERE r.id = d.replay_id AND r.job_id = ${add(jobId)}::uuid)`);
  return where;
}
