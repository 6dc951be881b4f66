import type pg from "pg";
import { DAY_MS } from "./bounds.ts";
import { dayPartitioned, partitionName } from "./ensure-partitions.ts";

const FIRST_ROWS = 1_000;
const LAST_ROWS = 256_000;

/**
 * ANALYZEs the newest partitions each time they have quadrupled between 1,000 and 256,000 rows: a plan made while a partition was empty
 * goes on being used until statistics change. Never an empty partition (its statistics mislead for as long as they stand), never a parent.
 * Growth is read from the relation's size, which costs nothing, not by counting.
 * @returns the partitions analysed
 */
export async function analyzeGrowth(client: pg.ClientBase, nowMs: number): Promise<string[]> {
  const names = dayPartitioned.flatMap((table) => [0, 1].map((day) => partitionName(table, nowMs - day * DAY_MS)));
  const { rows } = await client.query<{ name: string; known: number; bytes: string; width: number }>(
    `SELECT c.relname AS name, greatest(c.reltuples, 0)::float8 AS known, pg_relation_size(c.oid) AS bytes,
       CASE WHEN c.reltuples > 0 THEN c.relpages * 8192.0 / c.reltuples ELSE 250 END::float8 AS width
     FROM pg_class c WHERE c.relname = ANY($1) AND c.relnamespace = current_schema()::regnamespace`,
    [names],
  );
  const analysed: string[] = [];
  for (const row of rows) {
    const now = Number(row.bytes) / Math.max(row.width, 1);
    if (now < FIRST_ROWS || row.known >= LAST_ROWS || now < row.known * 4) continue;
    await client.query(`ANALYZE "${row.name}"`);
    analysed.push(row.name);
  }
  return analysed;
}
