import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "./ids/uuid-v7.ts";

let database: TestDatabase;
let application: pg.Client;
let owner: pg.Client;
const row = uuidV7(1);

beforeAll(async () => {
  database = await createTestDatabase();
  application = new pg.Client({ connectionString: database.appUrl });
  owner = new pg.Client({ connectionString: database.url });
  await Promise.all([application.connect(), owner.connect()]);
  await application.query("INSERT INTO audit_log (id, actor_kind, action, target_kind) VALUES ($1, 'system', 'a.b', 'tenant')", [row]);
});
afterAll(async () => {
  await Promise.all([application.end(), owner.end()]);
  await database.drop();
});

test("the application role appends to the audit log and can neither change nor delete what is there", async () => {
  expect((await application.query("SELECT current_user AS name")).rows[0].name).toBe("hooklane_app");
  for (const sql of ["UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
    await expect(application.query(sql)).rejects.toMatchObject({ code: "42501", message: expect.stringContaining("permission denied") });
});

test("not even the owner of the table changes an audit row", async () => {
  for (const sql of ["UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
    await expect(owner.query(sql)).rejects.toMatchObject({ code: "42501", message: expect.stringContaining("append-only") });
  expect((await owner.query("SELECT count(*)::integer AS n FROM audit_log WHERE id = $1", [row])).rows[0].n).toBe(1);
});

test("the application role makes and drops no tables and does not see the migrations' bookkeeping", async () => {
  for (const sql of [
    "CREATE TABLE t (a int)",
    "DROP TABLE tenants",
    "ALTER TABLE tenants ADD COLUMN x int",
    "SELECT * FROM _prisma_migrations",
  ])
    await expect(application.query(sql)).rejects.toMatchObject({ code: "42501" });
});
