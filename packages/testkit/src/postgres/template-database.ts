import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { prepareDatabase } from "@hooklane/db";
import type pg from "pg";

const MIGRATIONS = path.join(import.meta.dirname, "../../../../prisma/migrations");
const BUILD_LOCK = 8_131_907;

/**
 * Name of a database prepared as the product prepares one, without rows, made by whoever asks first. The name carries a hash of the migrations, so
 * watch mode gets a new one when they change.
 */
export async function ensureTemplate(admin: pg.Client, urlOf: (database: string) => string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  await admin.query("SELECT pg_advisory_lock($1)", [BUILD_LOCK]);
  try {
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return name;
    // Built under another name: a migration that fails must not leave something that looks like a template.
    await admin.query("DROP DATABASE IF EXISTS template_draft WITH (FORCE)");
    await admin.query("CREATE DATABASE template_draft");
    await prepareDatabase(urlOf("template_draft"), MIGRATIONS);
    await admin.query(`ALTER DATABASE template_draft RENAME TO ${name}`);
    return name;
  } finally {
    await admin.query("SELECT pg_advisory_unlock($1)", [BUILD_LOCK]);
  }
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  const files = readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).sort();
  for (const file of files.filter((file) => file.endsWith(".sql"))) {
    hash.update(`${file}\n`).update(readFileSync(path.join(MIGRATIONS, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
