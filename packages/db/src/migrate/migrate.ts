import { applyMigration } from "./apply-migration.ts";
import { lockMigrations, openBookkeeping, readApplied } from "./bookkeeping.ts";
import { connectWhenReady } from "./connect-when-ready.ts";
import { planMigrations } from "./plan.ts";
import { readMigrations } from "./read-migrations.ts";

export interface MigrateOptions {
  /** Of an existing database. Not through a pooler in transaction mode: the lock belongs to the session. */
  url: string;
  /** Folder in Prisma's format: `<name>/migration.sql`. */
  dir: string;
  /** How long to wait for a database that is just starting. Default 30 s. */
  connectWaitMs?: number;
  /** How long to wait for another migration run. Default 10 min. */
  runWaitMs?: number;
  /** How long one statement may queue for a table lock before its file is rolled back and tried again. Default 5 s. */
  lockTimeoutMs?: number;
  /** How often a file is tried when tables are locked. Default 10. */
  lockTries?: number;
}

/**
 * Brings a database up to date without Prisma's engine, in Prisma's format and bookkeeping, so that `prisma migrate deploy` and `status`
 * agree afterwards. Any number of processes may call it at once.
 * @returns the names applied by this call, in order
 * @throws MigrateError
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.dir);
  const client = await connectWhenReady(options.url, options.connectWaitMs ?? 30_000);
  try {
    await lockMigrations(client, options.runWaitMs ?? 600_000);
    const table = await openBookkeeping(client);
    const pending = planMigrations(migrations, await readApplied(client, table));
    for (const migration of pending) {
      await applyMigration(client, table, migration, { lockTimeoutMs: options.lockTimeoutMs ?? 5_000, lockTries: options.lockTries ?? 10 });
    }
    return { applied: pending.map((migration) => migration.name) };
  } finally {
    await client.end().catch(() => {}); // ends the session and with it the lock
  }
}
