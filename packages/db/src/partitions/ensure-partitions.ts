import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS, dayName, dayStart } from "./bounds.ts";

/** The tables of the ledger that are partitioned by day. */
export const dayPartitioned = ["events", "deliveries", "attempts"] as const;

/** Partitions are made this many days ahead; fewer than {@link ALARM_DAYS_AHEAD} is an alarm. */
export const DAYS_AHEAD = 8;
export const ALARM_DAYS_AHEAD = 3;

export const partitionName = (table: string, dayMs: number): string => `${table}_${dayName(dayMs)}`;

/**
 * Makes the partitions of yesterday (ids of a slow clock), today and {@link DAYS_AHEAD} days after it, where they are missing. CREATE … LIKE
 * and ATTACH take no lock that readers or writers of the parent wait for, which CREATE … PARTITION OF would. Safe to race.
 * @param client a session of the owner role
 * @returns the names of the partitions made
 */
export async function ensurePartitions(client: pg.ClientBase, nowMs: number): Promise<string[]> {
  const made: string[] = [];
  await client.query("SELECT pg_advisory_lock(hashtext('hooklane_partitions'))");
  try {
    const present = new Set(await listPartitions(client));
    for (const table of dayPartitioned) {
      for (let day = -1; day <= DAYS_AHEAD; day++) {
        const start = dayStart(nowMs) + day * DAY_MS;
        const name = partitionName(table, start);
        if (present.has(name)) continue;
        // A crash between the two statements leaves an unattached table: it is empty, so it is simply attached
        await client.query(`CREATE TABLE IF NOT EXISTS "${name}" (LIKE "${table}" INCLUDING ALL)`);
        await client.query(
          `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${uuidFloor(start)}') TO ('${uuidFloor(start + DAY_MS)}')`,
        );
        made.push(name);
      }
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtext('hooklane_partitions'))");
  }
  return made;
}

/** The attached day partitions of the ledger, by name. */
export async function listPartitions(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE p.relname = ANY($1) AND p.relnamespace = current_schema()::regnamespace ORDER BY 1`,
    [[...dayPartitioned]],
  );
  return rows.map((row) => row.name);
}

/** How many whole days ahead every ledger table has partitions for: 0 when tomorrow's is missing. */
export function daysAhead(partitions: readonly string[], nowMs: number): number {
  const present = new Set(partitions);
  let days = 0;
  while (days < 366 && dayPartitioned.every((table) => present.has(partitionName(table, dayStart(nowMs) + (days + 1) * DAY_MS)))) days++;
  return days;
}
