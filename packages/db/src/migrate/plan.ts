import type { AppliedRow } from "./bookkeeping.ts";
import { MigrateError } from "./migrate-error.ts";
import type { Migration } from "./read-migrations.ts";

/**
 * Which migrations are still to be applied, in order.
 * @throws MigrateError `failed_before`, `edited`, `unknown_migration`: the database and the folder contradict each other
 */
export function planMigrations(migrations: Migration[], applied: AppliedRow[]): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    if (!row.finished) {
      throw new MigrateError(
        "failed_before",
        `Migration ${row.name} began earlier and did not finish. Look at what it left, put it right, then tell the bookkeeping: ` +
          `npm run prisma -- migrate resolve --rolled-back ${row.name} (to run it again) or --applied ${row.name}.`,
      );
    }
    const file = files.get(row.name);
    if (!file) {
      throw new MigrateError(
        "unknown_migration",
        `The database has migration ${row.name}, which is not in the migrations folder: this version of Hooklane is older than its database. Start the newer version, or restore a backup.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new MigrateError(
        "edited",
        `Migration ${row.name} was edited after it was applied (checksum ${file.checksum}, applied as ${row.checksum}). Restore the file and put the change into a new migration.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  return migrations.filter((migration) => !done.has(migration.name));
}
