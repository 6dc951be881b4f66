import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "./database.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), "hooklane-database-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const settings = () => ({ port: 1, publicUrl: "http://127.0.0.1:1", workers: 1, opsPort: 0, dataFolder });

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

function refuses(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => resolve(false));
    socket.once("error", () => resolve(true));
    socket.once("close", () => socket.destroy());
  });
}

test("an embedded database is migrated, is restarted on its port when it is killed, and ends when it is stopped", async () => {
  const said: string[] = [];
  const database = await openDatabase({ settings: settings(), postgresPassword: "for-this-test", note: (line) => said.push(line) });
  try {
    expect(await ask(database.appUrl, "SELECT count(*)::int AS tenants FROM tenants")).toEqual({ tenants: 0 });
    const postmaster = Number(readFileSync(path.join(dataFolder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(postmaster, "SIGKILL");
    await vi.waitFor(() => expect(said).toEqual(["postgres: ended; started again"]), 10_000);
    await vi.waitFor(
      async () => expect(await ask(database.appUrl, "SELECT count(*)::int AS tenants FROM tenants")).toEqual({ tenants: 0 }),
      20_000,
    );
  } finally {
    await database.stop();
  }
  expect(await refuses(database.ownerUrl)).toBe(true);
  expect(said).toHaveLength(1);
}, 60_000);
