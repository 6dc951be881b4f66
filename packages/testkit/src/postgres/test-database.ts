import { randomBytes } from "node:crypto";
import { applicationUrl } from "@hooklane/db";
import pg from "pg";
import { waitFor } from "../wait-for.ts";
import { ensureTemplate } from "./template-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser URL of the run's server, from the global setup. */
    testPostgresUrl: string;
  }
}

export interface TestDatabase {
  /** As the owner. */
  url: string;
  /** As the application role, the way the web and worker processes connect. */
  appUrl: string;
  /** Ends sessions that are still open and removes the database. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** `migrated` (default): prepared as the product prepares a database, without rows. `empty`: nothing at all. */
  content?: "migrated" | "empty";
}

/**
 * A database of the caller's own on the run's server; make one per test file. Only for `*.db.test.ts`: the server is started for those.
 * @throws Error when called elsewhere, MigrateError when our migrations fail
 */
export async function createTestDatabase({ content = "migrated" }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = await testServerUrl();
  const urlOf = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withAdmin(serverUrl, async (admin) => {
    const template = content === "empty" ? "template0" : await ensureTemplate(admin, urlOf);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: urlOf(name),
    appUrl: applicationUrl(urlOf(name)),
    drop: () => withAdmin(serverUrl, (admin) => dropDatabase(admin, name)),
  };
}

/** How long sessions that were ended just now may take to be gone on a busy machine. */
const FAREWELL_MS = 3_000;

/**
 * A pool has ended when it has said so to its server, which may not have read it yet: a session that is thrown out then reports an error that nobody listens
 * to any more. So those on their way out are let go first.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const areGone = async () => (await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1", [name])).rows.length === 0;
  await waitFor(areGone, { what: "the database's sessions to end", timeoutMs: FAREWELL_MS }).catch(() => {});
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Loaded here and not at the top: outside of a test run this module must stay importable. */
async function testServerUrl(): Promise<string> {
  const { inject } = await import("vitest");
  const url = inject("testPostgresUrl");
  if (!url) throw new Error("createTestDatabase() works in files named *.db.test.ts only: no server was started for this one.");
  return url;
}

async function withAdmin<T>(url: string, use: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.end();
  }
}
