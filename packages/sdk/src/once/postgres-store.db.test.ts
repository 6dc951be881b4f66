import { createTestDatabase, type TestDatabase, waitFor } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { once } from "./once.ts";
import { postgresStore, postgresStoreSchema } from "./postgres-store.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase({ content: "empty" });
  pool = new pg.Pool({ connectionString: database.url, max: 20 });
  await pool.query(postgresStoreSchema());
  await pool.query("CREATE TABLE effects (key text, run int)");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const effectsOf = async (key: string) => (await pool.query("SELECT count(*)::int AS n FROM effects WHERE key = $1", [key])).rows[0].n;

test("C41: of 50 attempts for one key at the same time, one runs the handler, and none of the others takes it for done too early", async () => {
  const store = postgresStore(pool);
  let runs = 0;
  const handler = async () => {
    await pool.query("INSERT INTO effects VALUES ('fifty', $1)", [++runs]);
  };
  const results = await Promise.all(Array.from({ length: 50 }, () => once("fifty", store, handler)));
  const outcomes = results.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "handled")).toEqual(["handled"]);
  expect([runs, await effectsOf("fifty")]).toEqual([1, 1]);
  expect(await once("fifty", store, handler)).toEqual({ outcome: "duplicate" });
});

test("50 keys at the same time are 50 runs", async () => {
  const store = postgresStore(pool);
  const results = await Promise.all(Array.from({ length: 50 }, (_, n) => once(`key-${n}`, store, () => n)));
  expect(results.map((result) => result.outcome === "handled" && result.value)).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

test("a handler that fails gives its key back at once", async () => {
  const store = postgresStore(pool);
  await expect(once("fails", store, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await once("fails", store, () => "again")).toMatchObject({ outcome: "handled", isRecorded: true });
});

test("the claim of a process that died is taken over after its lease and not before; of 50 that try, one does", async () => {
  const store = postgresStore(pool);
  expect(await store.claim("died", 300)).toMatchObject({ state: "claimed" });
  expect(await store.claim("died", 300)).toMatchObject({ state: "in_progress", leaseLeftMs: expect.any(Number) });
  const claims = await waitFor(
    async () => {
      const tried = await Promise.all(Array.from({ length: 50 }, () => store.claim("died", 60_000)));
      return tried.some(({ state }) => state === "claimed") && tried;
    },
    { what: "the lease to end" },
  );
  expect(claims.filter(({ state }) => state === "claimed").length).toBe(1);
});

test("one that lost its claim can neither complete nor release what another holds", async () => {
  const store = postgresStore(pool);
  const first = await store.claim("lost", 0);
  const second = await store.claim("lost", 60_000);
  if (first.state !== "claimed" || second.state !== "claimed") throw new Error("both had to be claimed");
  expect(await store.complete("lost", first.token)).toBe(false);
  await store.release("lost", first.token);
  expect(await store.claim("lost", 1)).toMatchObject({ state: "in_progress" });
  expect(await store.complete("lost", second.token)).toBe(true);
  await store.release("lost", second.token);
  expect(await store.claim("lost", 1)).toEqual({ state: "completed" });
});

test("inside the receiver's own transaction, its effects and the claim are there together or not at all", async () => {
  const inTransaction = async (end: "COMMIT" | "ROLLBACK") => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const result = await once("together", postgresStore(client), () => client.query("INSERT INTO effects VALUES ('together', 1)"));
      await client.query(end);
      return result.outcome;
    } finally {
      client.release();
    }
  };
  expect([await inTransaction("ROLLBACK"), await effectsOf("together")]).toEqual(["handled", 0]);
  const both = await Promise.all([inTransaction("COMMIT"), inTransaction("COMMIT")]);
  expect(both.sort()).toEqual(["duplicate", "handled"]);
  expect(await effectsOf("together")).toBe(1);
});

test("the table may have another name and schema, and a name that is none is refused", async () => {
  await pool.query("CREATE SCHEMA hooks");
  await pool.query(postgresStoreSchema("hooks.seen"));
  expect(await once("named", postgresStore(pool, "hooks.seen"), () => 1)).toMatchObject({ outcome: "handled" });
  for (const name of ["", "a b", "a;drop table x", 'a"b', "a.b.c"]) expect(() => postgresStore(pool, name)).toThrow(TypeError);
});
