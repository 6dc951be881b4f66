import { forgetOldSignIns } from "@hooklane/db";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { mailedToken, mailsTo } from "../../../test-support/outbox.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";

let web: StartedWeb;
const password = "correct horse battery staple";

beforeAll(async () => {
  web = await startWeb({ SMTP_URL: "smtp://127.0.0.1:9" }, serveDashboard);
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
  expect(tenants).toEqual([
    { id: expect.stringMatching(/^ten_/), name: "Ada Ltd", plan: "free", role: "owner", delete_at: null, has_inbox: false },
  ]);
  expect(user.verified).toBe(false);
  expect((await browser.query("endpoints.list", { tenantId: tenants[0].id })).json.result.data.data).toEqual([]);
  const { rows } = await web.owner.query(
    "SELECT action FROM audit_log WHERE actor_kind = 'user' AND target_kind IN ('tenant', 'user') ORDER BY id",
  );
  expect(rows.map(({ action }) => action).sort()).toEqual(["tenant.create", "user.create"]);
});

test("A2: signing up with an address that has an owner answers the same, lets who asks do the same, and changes nothing of the owner's", async () => {
  const owner = await web.newTenant();
  const mallory = { password: "another long password", name: "Mallory" };
  const fresh = await signUp({ ...mallory, email: "fresh@example.com" });
  const taken = await signUp({ ...mallory, email: owner.email });
  expect([taken.status, taken.text.replace(owner.email, "fresh@example.com")]).toEqual([fresh.status, fresh.text]);
  const seen = [];
  for (const email of ["fresh@example.com", owner.email]) {
    const browser = new Browser(web);
    expect((await browser.signIn(email, mallory.password)).status).toBe(200);
    const { user, tenants } = (await browser.query("me.get")).json.result.data;
    seen.push({ verified: user.verified, workspaces: tenants.map(({ name }: { name: string }) => name) });
    expect((await browser.mutate("keys.create", { tenantId: tenants[0].id, name: "x", scopes: ["events:write"] })).status).toBe(403);
    expect((await browser.mutate("account.resendConfirmation", {})).json.result.data).toEqual({ email });
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[0]).toEqual({ verified: false, workspaces: ["Mallory"] });
  expect((await new Browser(web).signIn(owner.email, owner.password)).status).toBe(200);
  expect(new Set((await mailsTo(web, owner.email)).map(({ kind }) => kind))).toEqual(new Set(["account-notice"]));
  await expect(mailedToken(web, owner.email)).rejects.toThrow();
});

test("who has not confirmed the address may look around and change nothing; with the link from the mail that ends, and it works once", async () => {
  await signUp({ email: "eve@example.com" });
  const browser = new Browser(web);
  await browser.signIn("eve@example.com", password);
  const [{ id: tenantId }] = (await browser.query("me.get")).json.result.data.tenants;
  expect((await browser.query("endpoints.list", { tenantId })).status).toBe(200);
  const refused = await browser.mutate("endpoints.create", { tenantId, url: "http://127.0.0.1:9/", event_types: ["*"] });
  expect([refused.status, refused.json.error.data.detail]).toEqual([403, expect.stringContaining("Confirm your e-mail address")]);
  expect((await browser.mutate("workspace.create", { name: "Another" })).status).toBe(403);
  const token = await mailedToken(web, "eve@example.com");
  const confirm = () => new Browser(web).mutate("auth.confirmEmail", { token });
  expect((await confirm()).json.result.data).toEqual({ email: "eve@example.com", changed: false });
  expect((await browser.mutate("endpoints.create", { tenantId, url: "http://127.0.0.1:9/", event_types: ["*"] })).status).toBe(200);
  expect((await confirm()).status).toBe(422);
});

test("A6: of two accounts that claim one address the first to open its link gets it, and the other's link is worth nothing", async () => {
  await signUp({ email: "both@example.com" });
  const first = await mailedToken(web, "both@example.com");
  await signUp({ email: "both@example.com", password: "the other's password" });
  const second = await mailedToken(web, "both@example.com");
  expect(second).not.toBe(first);
  expect((await new Browser(web).mutate("auth.confirmEmail", { token: second })).status).toBe(200);
  const late = await new Browser(web).mutate("auth.confirmEmail", { token: first });
  expect([late.status, late.json.error.data.problem]).toEqual([409, "already_exists"]);
  expect((await new Browser(web).signIn("both@example.com", "the other's password")).status).toBe(200);
});

test("A6: a link runs out after an hour, is kept as a hash, and a later one voids it", async () => {
  await signUp({ email: "slow@example.com" });
  const first = await mailedToken(web, "slow@example.com");
  await signUp({ email: "slow@example.com" });
  const second = await mailedToken(web, "slow@example.com");
  expect((await new Browser(web).mutate("auth.confirmEmail", { token: first })).status).toBe(422);
  const { rows } = await web.owner.query("SELECT string_agg(row_to_json(t)::text, '') AS text FROM account_tokens t");
  expect(rows[0].text).not.toContain(second);
  await web.owner.query("UPDATE account_tokens SET expires_at = expires_at - interval '1 h'");
  expect((await new Browser(web).mutate("auth.confirmEmail", { token: second })).status).toBe(422);
});

test("accounts that nobody confirms within a week go, with their workspaces, and nobody else's do", async () => {
  await signUp({ email: "gone@example.com" });
  const kept = await web.newTenant();
  await web.owner.query("UPDATE users SET created_at = now() - interval '8 days' WHERE email IN ('gone@example.com', $1)", [kept.email]);
  await forgetOldSignIns(web.container.pool);
  const { rows } = await web.owner.query("SELECT email FROM users WHERE email IN ('gone@example.com', $1)", [kept.email]);
  expect(rows).toEqual([{ email: kept.email }]);
  expect(
    (
      await web.owner.query(
        "SELECT count(*)::int AS n FROM tenants t WHERE NOT EXISTS (SELECT FROM memberships m WHERE m.tenant_id = t.id)",
      )
    ).rows,
  ).toEqual([{ n: 0 }]);
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
