import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";
import { MAX_OFFSET_MS } from "../pools/db-clock.ts";

/** An event is replayed up to this age: its payload is kept two days longer, so that the replay has time to arrive. */
export const REPLAYABLE_MS = 30 * DAY_MS;

const MAX_UUID_MS = 2 ** 48 - 1;

/** What a bulk replay is for, fixed when it is asked for. Times are ms by the database's clock. */
export interface ReplaySelection {
  subscriptionId: string;
  /** A delivery is in the range when it, or the event it is of, was created in it: [since, until). */
  sinceMs: number;
  untilMs: number;
  /** When it was asked for: what became final later is not part of it. */
  createdMs: number;
  /** Event types; empty: all. */
  types: readonly string[];
  /** Final states. */
  states: readonly string[];
}

/** The next rows to look at, in id order: of the range itself, then of what came after it and may be a later generation of an event in it. */
interface Leg {
  source: "range" | "later";
  afterId: string;
  beforeId: string;
}

export interface SelectionCount {
  /** How many of the rows looked at are part of the selection. */
  n: number;
  /** The first of them. */
  firstId: string | null;
  /** Where to go on; undefined: everything was looked at. */
  cursorId: string | undefined;
}

export interface SelectedDelivery {
  id: string;
  eventId: string;
  generation: number;
  bodyBytes: number;
}

export interface SelectionPage {
  rows: SelectedDelivery[];
  cursorId: string | undefined;
}

const floorOf = (ms: number): string => uuidFloor(Math.min(Math.max(Math.floor(ms), 0), MAX_UUID_MS));

function legAt({ sinceMs, untilMs, createdMs }: ReplaySelection, cursorId: string | undefined): Leg | undefined {
  const end = floorOf(Math.min(untilMs, createdMs + MAX_OFFSET_MS));
  const afterEnd = floorOf(createdMs + MAX_OFFSET_MS); // ids come from the clocks of other processes
  const afterId = cursorId ?? floorOf(Math.max(sinceMs, createdMs - REPLAYABLE_MS));
  if (afterId < end) return { source: "range", afterId, beforeId: end };
  return afterId < afterEnd ? { source: "later", afterId, beforeId: afterEnd } : undefined;
}

const SCANNED_COLUMNS = "d.event_id, d.state, d.generation, d.test, d.replayed_by, d.finished_at, d.body_bytes";

/** What is only about dead deliveries reads the index that holds nothing else. */
const isOnlyDead = ({ states }: ReplaySelection): boolean => states.length === 1 && states[0] === "dead";

/** The common part: `scanned`, a bounded number of rows in id order, and `chosen`, those of them that are part of the selection. */
function chosen(selection: ReplaySelection, leg: Leg, limit: number): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const bounds = (column: string): string => `${column} > ${add(leg.afterId)}::uuid AND ${column} < ${add(leg.beforeId)}::uuid`;
  const own = add(selection.subscriptionId);
  const scanned =
    leg.source === "range"
      ? `SELECT d.id, ${SCANNED_COLUMNS} FROM deliveries d
         WHERE d.subscription_id = ${own} AND ${bounds("d.id")} ${isOnlyDead(selection) ? "AND d.state = 'dead' AND d.replayed_by IS NULL" : ""}
         ORDER BY d.id LIMIT ${add(limit)}`
      : `SELECT p.id, ${SCANNED_COLUMNS} FROM (
           SELECT p.new_delivery_id AS id FROM replays p WHERE p.subscription_id = ${own} AND ${bounds("p.new_delivery_id")}
           ORDER BY p.new_delivery_id LIMIT ${add(limit)}
         ) p LEFT JOIN deliveries d ON d.id = p.id`;
  const where = [
    "NOT s.test AND s.replayed_by IS NULL",
    `s.state = ANY(${add(selection.states)}::text[])`,
    `s.finished_at <= ${add(new Date(selection.createdMs))}`,
    `s.event_id >= ${add(floorOf(selection.createdMs - REPLAYABLE_MS))}::uuid`,
  ];
  if (leg.source === "later")
    where.push(`s.event_id >= ${add(floorOf(selection.sinceMs))}::uuid AND s.event_id < ${add(floorOf(selection.untilMs))}::uuid`);
  if (selection.types.length > 0)
    where.push(`(SELECT e.type FROM events e WHERE e.id = s.event_id) = ANY(${add(selection.types)}::text[])`); // EXISTS became a join that read all events
  return { text: `WITH scanned AS MATERIALIZED (${scanned}), chosen AS (SELECT s.* FROM scanned s WHERE ${where.join(" AND ")})`, values };
}

/** Where to go on after a page that looked at so many rows. */
function after(selection: ReplaySelection, leg: Leg, isExhausted: boolean, lastId: string | null): string | undefined {
  const cursorId = isExhausted || lastId === null ? leg.beforeId : lastId;
  return legAt(selection, cursorId) && cursorId;
}

const scannedSummary = `(SELECT count(*)::integer FROM scanned) AS scanned, (SELECT id FROM scanned ORDER BY id DESC LIMIT 1) AS "lastId"`;

/** Counts one bounded part of a selection. @param limit rows to look at */
export async function countSelection(
  db: pg.Pool | pg.ClientBase,
  selection: ReplaySelection,
  cursorId: string | undefined,
  limit: number,
): Promise<SelectionCount> {
  const leg = legAt(selection, cursorId);
  if (!leg) return { n: 0, firstId: null, cursorId: undefined };
  const { text, values } = chosen(selection, leg, limit);
  const { rows } = await db.query<{ n: number; firstId: string | null; scanned: number; lastId: string | null }>(
    `${text} SELECT (SELECT count(*)::integer FROM chosen) AS n, (SELECT id FROM chosen ORDER BY id LIMIT 1) AS "firstId", ${scannedSummary}`,
    values,
  );
  const { n, firstId, scanned, lastId } = rows[0] as (typeof rows)[0];
  return { n, firstId, cursorId: after(selection, leg, scanned < limit, lastId) };
}

/** The next deliveries of a selection, at most `take`, from at most `limit` rows looked at. Locks nothing. */
export async function readSelection(
  db: pg.Pool | pg.ClientBase,
  selection: ReplaySelection,
  cursorId: string | undefined,
  take: number,
  limit: number,
): Promise<SelectionPage> {
  const leg = legAt(selection, cursorId);
  if (!leg) return { rows: [], cursorId: undefined };
  const { text, values } = chosen(selection, leg, limit);
  values.push(take);
  const { rows } = await db.query<Omit<SelectedDelivery, "id"> & { id: string | null; scanned: number; lastId: string | null }>(
    `${text} SELECT s.scanned, s."lastId", c.* FROM (SELECT ${scannedSummary}) s
     LEFT JOIN (SELECT id, event_id AS "eventId", generation, body_bytes AS "bodyBytes" FROM chosen ORDER BY id LIMIT $${values.length}) c ON true
     ORDER BY c.id`,
    values,
  );
  const { scanned, lastId } = rows[0] as (typeof rows)[0];
  const found = rows.flatMap(({ id, eventId, generation, bodyBytes }) => (id === null ? [] : [{ id, eventId, generation, bodyBytes }]));
  // A full page may have left some of what it looked at
  if (found.length === take) return { rows: found, cursorId: after(selection, leg, false, found.at(-1)?.id ?? null) };
  return { rows: found, cursorId: after(selection, leg, scanned < limit, lastId) };
}
