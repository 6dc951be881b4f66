import { createServer, type Socket } from "node:net";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "./pools.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a call waits for a session that others use for longer than it takes to find out that a server cannot be reached", async () => {
  const pool = openPool({ url: database.appUrl, applicationName: "test", max: 1, onError: () => {} });
  const slow = pool.query("SELECT pg_sleep(5.5)");
  await expect(pool.query("SELECT 1 AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await slow;
  await pool.end();
});

test("a server that takes the connection and says nothing is given up within five seconds", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const pool = openPool({ url: `postgres://nobody@127.0.0.1:${port}/none`, applicationName: "test", max: 1, onError: () => {} });
  await expect(pool.query("SELECT 1")).rejects.toThrow(/timeout expired|connection timeout/);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
