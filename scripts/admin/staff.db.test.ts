import { publicId } from "@hooklane/contracts";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTenantCommand } from "./create-tenant.ts";
import { explainCommand } from "./explain.ts";
import { grantStaffCommand, revokeStaffCommand } from "./set-staff.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await createTenantCommand.run({ name: "Support", email: "sam@example.com" }, database.url, "");
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const isStaff = async () => (await client.query("SELECT staff FROM users WHERE email = 'sam@example.com'")).rows[0].staff;

test("the right of the staff is granted and taken away by address, in whichever case it is written, each time with an audit row", async () => {
  const granted = await grantStaffCommand.run({ email: "Sam@Example.com" }, database.url, "");
  expect(granted).toMatchObject({ ok: true, result: { staff: "true", changed: "true", sessions_ended: "0" } });
  expect(await isStaff()).toBe(true);
  expect(await grantStaffCommand.run({ email: "sam@example.com" }, database.url, "")).toMatchObject({
    ok: true,
    result: { changed: "false" },
  });
  expect(await revokeStaffCommand.run({ email: "sam@example.com" }, database.url, "")).toMatchObject({
    ok: true,
    result: { staff: "false" },
  });
  expect(await isStaff()).toBe(false);
  const { rows } = await client.query("SELECT actor_kind, action FROM audit_log WHERE action LIKE 'staff.%' ORDER BY id");
  expect(rows).toEqual([
    { actor_kind: "operator", action: "staff.grant" },
    { actor_kind: "operator", action: "staff.revoke" },
  ]);
});

test("an address that nobody has is refused with the reason", async () => {
  expect(await grantStaffCommand.run({ email: "nobody@example.com" }, database.url, "")).toEqual({
    ok: false,
    problem: "Nobody has an account with the address nobody@example.com, or has not confirmed it",
  });
});

test.each([
  ["dlv_nothing", '"dlv_nothing" is not a delivery\'s id'],
  [publicId("delivery", "0193b1f0-7a5e-7cc1-8d2e-000000000000"), expect.stringMatching(/^There is no delivery dlv_/)],
])("explaining %s is refused with the reason", async (delivery, problem) => {
  expect(await explainCommand.run({ delivery }, database.url, "")).toEqual({ ok: false, problem });
});
