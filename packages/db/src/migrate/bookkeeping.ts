import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { MigrateError } from "./migrate-error.ts";
import type { Migration } from "./read-migrations.ts";

/** Prisma's lock; whoever migrates this database with Prisma's own engine waits for us and we for them. */
const ADVISORY_LOCK = 72_707_369;
const LOCK_POLL_MS = 100;

const TABLE = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

export interface AppliedRow {
  name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Takes the lock for the rest of the session. It asks again and again instead of waiting inside the server: a waiting statement
 * holds a snapshot, and CREATE INDEX CONCURRENTLY of the run that has the lock would wait for that snapshot in turn.
 * @throws MigrateError `busy`
 */
export async function lockMigrations(client: pg.Client, waitMs: number): Promise<void> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [ADVISORY_LOCK]);
    if (rows[0]?.locked) return;
    if (performance.now() >= endsAt)
      throw new MigrateError("busy", `Another migration run has held the lock for more than ${waitMs / 1000} s.`);
    await sleep(LOCK_POLL_MS);
  }
}

/** Makes the table if it is absent, and answers its name with schema: a migration may change the search path. */
export async function openBookkeeping(client: pg.Client): Promise<string> {
  // Looked for first, because CREATE TABLE IF NOT EXISTS needs the right to create even when there is nothing to do.
  const found = await findTable(client);
  if (found) return found;
  await client.query(TABLE);
  return (await findTable(client)) as string;
}

async function findTable(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE pg_class.oid = to_regclass('_prisma_migrations')`,
  );
  return rows[0]?.name;
}

/** Rows that count: those that someone marked as rolled back do not. */
export async function readApplied(client: pg.Client, table: string): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM ${table} WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** A statement without parameters, so that it can travel in one message with the migration itself. */
export function insertFinished(table: string, migration: Migration): string {
  const values = [randomUUID(), migration.checksum, migration.name].map((value) => pg.escapeLiteral(value));
  return `INSERT INTO ${table} (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (${values.join(", ")}, clock_timestamp(), 1)`;
}

export async function insertStarted(client: pg.Client, table: string, migration: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(`INSERT INTO ${table} (id, checksum, migration_name) VALUES ($1, $2, $3)`, [id, migration.checksum, migration.name]);
  return id;
}

export async function markFinished(client: pg.Client, table: string, id: string): Promise<void> {
  await client.query(`UPDATE ${table} SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1`, [id]);
}

export async function recordFailure(client: pg.Client, table: string, id: string, logs: string): Promise<void> {
  await client.query(`UPDATE ${table} SET logs = $2 WHERE id = $1`, [id, logs]);
}
