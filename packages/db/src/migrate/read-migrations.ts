import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { codeOf, MigrateError } from "./migrate-error.ts";

export interface Migration {
  /** The folder's name; migrations are applied in the order of their names. */
  name: string;
  sql: string;
  /** Hex sha256 of the file's bytes, as Prisma computes it. */
  checksum: string;
}

/**
 * Reads `<dir>/<name>/migration.sql` of every migration.
 * @throws MigrateError `bad_folder`
 */
export function readMigrations(dir: string): Migration[] {
  return foldersIn(dir).map((name) => {
    const bytes = readOrExplain(path.join(dir, name, "migration.sql"), (file) => readFileSync(file));
    return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
  });
}

function foldersIn(dir: string): string[] {
  const entries = readOrExplain(dir, (folder) => readdirSync(folder, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readOrExplain<T>(file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") throw new MigrateError("bad_folder", `${file} does not exist.`, { cause });
    throw cause;
  }
}
