import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { insertFinished, insertStarted, markFinished, recordFailure } from "./bookkeeping.ts";
import { codeOf, MigrateError, messageOf } from "./migrate-error.ts";
import type { Migration } from "./read-migrations.ts";

const LOCK_NOT_AVAILABLE = "55P03";
/** What PostgreSQL answers to CREATE INDEX CONCURRENTLY and the like when they are not alone. */
const MUST_BE_ALONE = "25001";
const MAX_RETRY_PAUSE_MS = 5_000;

export interface ApplyOptions {
  /** How long one statement may queue for a table lock. While it queues, everyone behind it queues too. */
  lockTimeoutMs: number;
  /** Tries before we give up on a table that is always locked. */
  lockTries: number;
}

/**
 * Applies one file together with its row, as one message and so as one implicit transaction: after a crash at any moment either both
 * are there or neither is. A statement that cannot be part of a transaction must have its file to itself.
 * @throws MigrateError `failed` or `busy`
 */
export async function applyMigration(client: pg.Client, table: string, migration: Migration, options: ApplyOptions): Promise<void> {
  for (let tries = 1; ; tries++) {
    await prepareSession(client, options.lockTimeoutMs);
    try {
      // The line break ends a comment on the file's last line.
      await client.query(`${migration.sql}\n;${insertFinished(table, migration)}`);
      return;
    } catch (error) {
      // Nothing was kept, unless the file has transactions of its own.
      await client.query("ROLLBACK").catch(() => {});
      if (codeOf(error) === MUST_BE_ALONE) return applyAlone(client, table, migration);
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw failure(migration, error, "Nothing of it was applied.");
      if (tries >= options.lockTries) {
        throw new MigrateError(
          "busy",
          `Migration ${migration.name} found its tables locked ${tries} times; end the long transaction that holds them.`,
          {
            cause: error,
          },
        );
      }
      await sleep(Math.min(MAX_RETRY_PAUSE_MS, 250 * 2 ** tries));
    }
  }
}

/** Without a transaction a crash can fall between the statement and its row, so the row comes first, as Prisma does it. */
async function applyAlone(client: pg.Client, table: string, migration: Migration): Promise<void> {
  await prepareSession(client, 0); // it blocks nobody while it waits
  const id = await insertStarted(client, table, migration);
  try {
    await client.query(migration.sql);
  } catch (error) {
    const failed = failure(migration, error, "It ran outside of a transaction: look for what it left, such as an invalid index.");
    await recordFailure(client, table, id, failed.message).catch(() => {}); // when the connection is lost, the open row says it too
    throw failed;
  }
  await markFinished(client, table, id);
}

/** A file may have changed settings of the session, and the server may have defaults that are made for short statements. */
async function prepareSession(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  await client.query(`RESET ALL; SET statement_timeout = 0; SET lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
}

function failure(migration: Migration, error: unknown, consequence: string): MigrateError {
  const { position } = error as { position?: string };
  const line = position ? ` at line ${migration.sql.slice(0, Number(position)).split("\n").length}` : "";
  return new MigrateError("failed", `Migration ${migration.name} failed${line}: ${messageOf(error)}. ${consequence}`, { cause: error });
}
