import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";

let web: StartedWeb;
const password = "correct horse battery staple";

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());
beforeEach(async () => {
  await web.owner.query("DELETE FROM attempt_limits");
});

const signUp = (input: Record<string, unknown>) => new Browser(web).mutate("auth.signUp", { name: "Ada Ltd", password, ...input });

test("whoever signs up can sign in and owns a workspace of their own", async () => {
  expect((await signUp({ email: " Ada@Example.com " })).json.result.data).toEqual({ email: "ada@example.com" });
  const browser = new Browser(web);
  expect((await browser.signIn("ada@example.com", password)).status).toBe(200);
  const { user, tenants } = (await browser.query("me.get")).json.result.data;
  expect(user.email).toBe("ada@example.com");
  expect(tenants).toEqual([{ id: expect.stringMatching(/^ten_/), name: "Ada Ltd", plan: "free", role: "owner" }]);
  expect((await browser.query("endpoints.list", { tenantId: tenants[0].id })).json.result.data.data).toEqual([]);
  const { rows } = await web.owner.query(
    "SELECT action FROM audit_log WHERE actor_kind = 'user' AND target_kind IN ('tenant', 'user') ORDER BY id",
  );
  expect(rows.map(({ action }) => action).sort()).toEqual(["tenant.create", "user.create"]);
});

test("no enumeration: signing up with an address that has an account answers the same and changes nothing", async () => {
  const first = await signUp({ email: "bob@example.com" });
  const again = await signUp({ email: "BOB@example.com", password: "another long password", name: "Mallory" });
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect((await new Browser(web).signIn("bob@example.com", "another long password")).status).toBe(401);
  expect((await new Browser(web).signIn("bob@example.com", password)).status).toBe(200);
  const { rows } = await web.owner.query("SELECT count(*)::int AS n FROM tenants WHERE name LIKE 'Mallory%'");
  expect(rows[0].n).toBe(0);
});

test("ten who sign up with one address at the same moment make one account, and none of them sees a fault", async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp({ email: "race@example.com" })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await web.owner.query(
    "SELECT count(*)::int AS n FROM memberships m JOIN users u ON u.id = m.user_id WHERE email = 'race@example.com'",
  );
  expect(rows[0].n).toBe(1);
});

test.each([
  ["short", { password: "elevenchars" }, "password"],
  ["without end", { password: "x".repeat(257) }, "password"],
  ["no address", { email: "nobody" }, "email"],
  ["no name", { name: "  " }, "name"],
])("an input that is %s is refused at its member", async (_, input, field) => {
  const reply = await signUp({ email: "new@example.com", ...input });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.data.fieldErrors)).toEqual([field]);
});

test("a password of twelve letters is enough, and one in another spelling of the same characters is the same", async () => {
  await signUp({ email: "letters@example.com", password: "aaaaaaaaaaa\u00e9" });
  expect((await new Browser(web).signIn("letters@example.com", "aaaaaaaaaaae\u0301")).status).toBe(200);
});

test("C61: signing up is limited by address and by account, with the time to wait, and in one batch no less", async () => {
  const once = { name: "Ada Ltd", email: "many@example.com", password };
  const batch = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [i, once]));
  const reply = await new Browser(web).request("POST", `/api/trpc/${Array(12).fill("auth.signUp").join(",")}?batch=1`, { body: batch });
  const outcomes = reply.json.map((one: { error?: { data: { problem: string } } }) => one.error?.data.problem ?? "done");
  expect(outcomes.filter((one: string) => one === "done")).toHaveLength(10);
  expect(outcomes.filter((one: string) => one === "too_many_attempts")).toHaveLength(2);
  const refused = await signUp({ email: "many@example.com" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.json.error.data.detail).toMatch(/Try again in \d+ minutes\./);
});
