import type pg from "pg";

/** An event without its payload. */
export interface EventRecord {
  id: string;
  type: string;
  acceptedAt: Date;
  idempotencyKey: string | null;
  payloadBytes: number;
  fanOut: "done" | "lazy";
  deliveries: number;
  erasedAt: Date | null;
  broadcast: boolean;
}

export interface EventFilter {
  tenantId: string;
  type?: string;
  /** Id bounds: [from, to) in time; see uuidFloor. */
  fromId?: string;
  toId?: string;
  /** Continue below this id: the last of the page before. */
  beforeId?: string;
  limit: number;
}

export interface EventPage {
  events: EventRecord[];
  /** Where the next page begins; undefined at the end. */
  nextBeforeId: string | undefined;
}

/** Events looked at for one page by type: a type that is rare among very many others gives short pages, not slow ones. */
const LOOKED_AT = 10_000;

const columns = `id, type, accepted_at AS "acceptedAt", idempotency_key AS "idempotencyKey", data_length AS "payloadBytes", fan_out AS "fanOut", deliveries,
  erased_at AS "erasedAt", broadcast`;

/** One page of a tenant's own events, newest first. */
export async function listEvents(pool: pg.Pool, filter: EventFilter): Promise<EventPage> {
  const values: unknown[] = [filter.tenantId];
  const where = ["tenant_id = $1"];
  const add = (condition: string, value: unknown): void => void where.push(condition.replace("?", `$${values.push(value)}::uuid`));
  if (filter.fromId) add("id >= ?", filter.fromId);
  if (filter.toId) add("id < ?", filter.toId);
  if (filter.beforeId) add("id < ?", filter.beforeId);
  const { type, limit } = filter;
  const newest = (rows: number): string => `SELECT * FROM events WHERE ${where.join(" AND ")} ORDER BY id DESC LIMIT ${rows}`;
  if (type === undefined) {
    const { rows } = await pool.query<EventRecord>(`SELECT ${columns} FROM (${newest(limit + 1)}) e`, values);
    const events = rows.slice(0, limit);
    return { events, nextBeforeId: rows.length > limit ? events.at(-1)?.id : undefined };
  }
  values.push(type);
  // The last one looked at comes along, whatever its type: the next page begins below it
  const { rows } = await pool.query<EventRecord & { number: number }>(
    `SELECT ${columns}, number FROM (SELECT e.*, row_number() OVER (ORDER BY id DESC)::integer AS number FROM (${newest(LOOKED_AT)}) e) n
     WHERE type = $${values.length} OR number = ${LOOKED_AT} ORDER BY id DESC LIMIT ${limit + 2}`,
    values,
  );
  const matching = rows.filter((row) => row.type === type).map(({ number: _, ...event }) => event);
  const events = matching.slice(0, limit);
  if (matching.length > limit) return { events, nextBeforeId: events.at(-1)?.id };
  return { events, nextBeforeId: rows.find(({ number }) => number === LOOKED_AT)?.id };
}
