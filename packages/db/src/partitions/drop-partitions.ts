import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS, dayStart } from "./bounds.ts";
import { listPartitions } from "./ensure-partitions.ts";

/** How long each table's days are kept, in days: payloads outlive the deliveries that may be replayed. */
export const keepDays = { deliveries: 30, attempts: 30, events: 32 } as const;

export interface DropResult {
  dropped: string[];
  /** Old enough to go, but holding open deliveries: kept, to be looked at. */
  kept: string[];
}

/**
 * Drops the day partitions that are past their retention. DETACH CONCURRENTLY first, so that no reader waits behind the DROP.
 * A deliveries partition with pending or in-flight rows is kept, and so are the events of any day that such rows, or open replays, may need.
 * @param client a session of the owner role, outside any transaction
 */
export async function dropOldPartitions(
  client: pg.ClientBase,
  nowMs: number,
  keep: Record<keyof typeof keepDays, number> = keepDays,
): Promise<DropResult> {
  const result: DropResult = { dropped: [], kept: [] };
  const old = (await listPartitions(client)).flatMap((name) => {
    const [, table, day] = /^(\w+)_(\d{8})$/.exec(name) ?? [];
    if (!table || !day || !(table in keep)) return [];
    const dayMs = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
    return dayMs < dayStart(nowMs) - keep[table as keyof typeof keepDays] * DAY_MS ? [{ name, table, day, dayMs }] : [];
  });
  const openDays = new Set<string>();
  for (const { name, table, day } of old) {
    if (table !== "deliveries") continue;
    const { rowCount } = await client.query(`SELECT FROM "${name}" WHERE state IN ('pending', 'inflight') LIMIT 1`);
    if (rowCount) openDays.add(day);
  }
  for (const { name, table, day, dayMs } of old) {
    if (openDays.has(day) || (table === "events" && (await isReplayed(client, dayMs)))) {
      result.kept.push(name);
      continue;
    }
    await detach(client, table, name);
    await client.query(`DROP TABLE IF EXISTS "${name}"`);
    result.dropped.push(name);
  }
  return result;
}

async function detach(client: pg.ClientBase, table: string, name: string): Promise<void> {
  // A detach that a crash interrupted is left pending and only FINALIZE ends it
  const { rows } = await client.query<{ pending: boolean }>(
    `SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = $1::regclass`,
    [`"${name}"`],
  );
  if (rows.length === 0) return;
  await client.query(`ALTER TABLE "${table}" DETACH PARTITION "${name}" ${rows[0]?.pending ? "FINALIZE" : "CONCURRENTLY"}`);
}

/** Whether a replay is under way of an event of that day: it lies in a later day's deliveries and needs this day's payload. */
async function isReplayed(client: pg.ClientBase, dayMs: number): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM replays WHERE finished_at IS NULL AND event_id >= $1::uuid AND event_id < $2::uuid LIMIT 1",
    [uuidFloor(dayMs), uuidFloor(dayMs + DAY_MS)],
  );
  return rowCount !== 0;
}
