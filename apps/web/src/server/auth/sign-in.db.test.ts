import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import { closeServer } from "../shut-down.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
});
afterAll(() => web.stop());
beforeEach(async () => {
  await web.owner.query("DELETE FROM attempt_limits");
});

const signedIn = async (): Promise<Browser> => {
  const browser = new Browser(web);
  expect((await browser.signIn(tenant.email, tenant.password)).status).toBe(200);
  return browser;
};
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.query("me.get")).status === 200;

test("who signs in with the right password is known by the next request, in any letter case of the address", async () => {
  const browser = new Browser(web);
  const reply = await browser.signIn(` ${tenant.email.toUpperCase()} `, tenant.password);
  expect(reply).toMatchObject({ status: 200 });
  const me = await browser.query("me.get");
  expect(me.json.result.data).toMatchObject({
    user: { email: tenant.email },
    tenants: [{ role: "owner" }],
    public_url: web.container.publicUrl,
  });
});

test("C63: signing out ends the session itself, so that a kept cookie is worth nothing", async () => {
  const browser = await signedIn();
  const kept = new Browser(web);
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
  expect(await isSignedIn(kept)).toBe(true);
  await browser.signOut();
  expect([await isSignedIn(browser), await isSignedIn(kept)]).toEqual([false, false]);
});

test.each([
  ["the session is revoked", "UPDATE sessions SET revoked_at = now()"],
  ["the session has ended", "UPDATE sessions SET expires_at = now() - interval '1 ms'"],
  ["the person is disabled", "UPDATE users SET disabled_at = now()"],
])("C63: once %s the next request is nobody's", async (_, sql) => {
  const browser = await signedIn();
  await web.owner.query(sql);
  expect(await isSignedIn(browser)).toBe(false);
  await web.owner.query("UPDATE users SET disabled_at = NULL");
});

test("C63: a role that was taken away counts from the next request on", async () => {
  const browser = await signedIn();
  const tenantId = (await browser.query("me.get")).json.result.data.tenants[0].id;
  expect((await browser.query("keys.list", { tenantId })).status).toBe(200);
  await web.owner.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [tenant.userId]);
  expect((await browser.mutate("keys.create", { tenantId, name: "x", scopes: ["events:write"] })).status).toBe(403);
  await web.owner.query("DELETE FROM memberships WHERE user_id = $1", [tenant.userId]);
  expect((await browser.query("keys.list", { tenantId })).status).toBe(404);
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'owner')", [tenant.tenantId, tenant.userId]);
});

test("use moves a session's end on, up to fourteen days after the sign-in and not beyond", async () => {
  const browser = await signedIn();
  const { rows } = await web.owner.query("SELECT id FROM sessions ORDER BY id DESC LIMIT 1");
  const newest = `id = '${rows[0].id}'`;
  const hoursLeft = async () =>
    (await web.owner.query(`SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS h FROM sessions WHERE ${newest}`)).rows[0].h;
  await web.owner.query(`UPDATE sessions SET last_seen_at = now() - interval '11 h', expires_at = now() + interval '1 h' WHERE ${newest}`);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await hoursLeft()).toBeCloseTo(12, 1);
  await web.owner.query(
    `UPDATE sessions SET created_at = now() - interval '14 days' + interval '3 h', last_seen_at = now() - interval '1 h' WHERE ${newest}`,
  );
  expect(await isSignedIn(browser)).toBe(true);
  expect(await hoursLeft()).toBeCloseTo(3, 1);
});

test("each sign-in begins a new session, and ends the one that the browser had", async () => {
  const browser = await signedIn();
  const before = new Browser(web);
  for (const [name, value] of browser.cookies) before.cookies.set(name, value);
  await browser.signIn(tenant.email, tenant.password);
  expect(browser.cookies.get("hooklane.session")).not.toBe(before.cookies.get("hooklane.session"));
  expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false]);
});

test("the cookie is out of reach of scripts and other sites, and carries neither person nor right", async () => {
  const browser = new Browser(web);
  const reply = await browser.signIn(tenant.email, tenant.password);
  const line = reply.headers.getSetCookie().find((one) => one.startsWith("hooklane.session="));
  expect(line).toMatch(/Path=\/.*HttpOnly/);
  expect(line).toMatch(/SameSite=Lax/i);
  expect(line).not.toMatch(/Secure|Domain/i);
  const { rows } = await web.owner.query("SELECT encode(token_hash, 'hex') AS hash FROM sessions");
  expect(rows.length).toBeGreaterThan(0);
  const { json } = await browser.query("me.get");
  expect((await browser.request("GET", "/api/auth/session")).json).not.toHaveProperty("user");
  expect(json.result.data.user).not.toHaveProperty("password_hash");
});

test("with an https address the cookies are bound to the host and to https", async () => {
  const server = createServer(serveDashboard({ ...web.container, publicUrl: "https://hooks.example" }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = new Browser({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const reply = await browser.signIn(tenant.email, tenant.password);
  const lines = reply.headers.getSetCookie();
  expect(lines.find((line) => line.startsWith("__Host-hooklane.session="))).toMatch(/Path=\/.*Secure/);
  for (const line of lines) expect(line).toMatch(/^__Host-.*Secure/);
  expect((await browser.query("me.get")).status).toBe(200);
  await closeServer(server);
});

test("no enumeration: an unknown address, a wrong password and a disabled account get one answer and the same work", async () => {
  const answers = [];
  await web.owner.query("UPDATE users SET disabled_at = now()");
  answers.push(await new Browser(web).signIn(tenant.email, tenant.password));
  await web.owner.query("UPDATE users SET disabled_at = NULL");
  answers.push(await new Browser(web).signIn(tenant.email, "not the password"));
  answers.push(await new Browser(web).signIn("nobody@example.com", "not the password"));
  for (const { status, text } of answers) expect([status, text]).toEqual([401, answers[0]?.text]);
  expect(answers[0]?.json.url).toContain("error=CredentialsSignin");
});

test("C61: the eleventh wrong password within the window is refused, however the address is written and whatever X-Forwarded-For says", async () => {
  const spellings = [tenant.email, tenant.email.toUpperCase(), ` ${tenant.email}`, tenant.email.replace("o", "\uff2f")];
  for (let i = 0; i < 10; i++) {
    const headers = { "x-forwarded-for": `203.0.113.${i}`, "x-real-ip": `203.0.113.${i}`, "x-hooklane-client-address": `203.0.113.${i}` };
    expect((await new Browser(web).signIn(spellings[i % 4] as string, `wrong ${i}`, headers)).status).toBe(401);
  }
  const refused = await new Browser(web).signIn(tenant.email, tenant.password, { "x-forwarded-for": "198.51.100.7" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
  expect(refused.json.url).toContain("error=too_many_attempts");
  expect(refused.headers.getSetCookie()).toEqual([]);
});

test("C61: the limit is per account, does not end a session that exists, lies in the database, and passes with time", async () => {
  const browser = await signedIn();
  for (let i = 0; i < 10; i++) await new Browser(web).signIn(tenant.email, "wrong");
  expect((await new Browser(web).signIn(tenant.email, tenant.password)).status).toBe(429);
  expect(await isSignedIn(browser)).toBe(true);
  const second = await web.newTenant();
  expect((await new Browser(web).signIn(second.email, second.password)).status).toBe(200);
  await web.owner.query("UPDATE attempt_limits SET hits = (SELECT array_agg(h - interval '15 min') FROM unnest(hits) h)");
  expect((await new Browser(web).signIn(tenant.email, tenant.password)).status).toBe(200);
});

test("C61: one address may try a hundred times, over however many accounts", async () => {
  const addresses = Array.from({ length: 100 }, (_, i) => `guess${i}@example.com`);
  const tries = await Promise.all(addresses.map((email) => new Browser(web).signIn(email, "wrong password")));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]));
  const refused = await new Browser(web).signIn("guess100@example.com", "wrong password");
  expect(refused.status).toBe(429);
  expect((await new Browser(web).signIn(tenant.email, tenant.password)).status).toBe(429);
});

test("C61: attempts at the same moment are counted one by one", async () => {
  const tries = await Promise.all(Array.from({ length: 30 }, () => new Browser(web).signIn(tenant.email, "wrong password")));
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
});

test("right passwords do not use the limit up", async () => {
  for (let i = 0; i < 12; i++) expect((await new Browser(web).signIn(tenant.email, tenant.password)).status).toBe(200);
});

test("C67: without the form's own token nobody is signed in, in or out", async () => {
  const browser = new Browser(web);
  const body = new URLSearchParams({ email: tenant.email, password: tenant.password, json: "true" }).toString();
  await browser.request("POST", "/api/auth/callback/credentials", {
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(await isSignedIn(browser)).toBe(false);
  const real = await signedIn();
  await real.request("POST", "/api/auth/signout", { body: "json=true", headers: { "content-type": "application/x-www-form-urlencoded" } });
  expect(await isSignedIn(real)).toBe(true);
});

test.each(["https://evil.example/", "//evil.example/x", "javascript:alert(1)", "http:evil", "\\\\evil.example", "not a url at all"])(
  "a callback to %s stays on this origin",
  async (callbackUrl) => {
    const browser = new Browser(web);
    const { json } = await browser.request("GET", "/api/auth/csrf");
    const body = new URLSearchParams({
      email: tenant.email,
      password: tenant.password,
      csrfToken: json.csrfToken,
      json: "true",
      callbackUrl,
    });
    const reply = await browser.request("POST", "/api/auth/callback/credentials", {
      body: body.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(reply.status).toBe(200);
    expect(new URL(reply.json.url).origin).toBe(new URL(web.container.publicUrl).origin);
  },
);

test("a session cookie that was altered, or sealed elsewhere, is nobody's", async () => {
  const browser = await signedIn();
  const sealed = browser.cookies.get("hooklane.session") as string;
  for (const forged of [`${sealed}x`, sealed.slice(0, -2), "e30.e30.e30", "", sealed.replace(/^./, "f")]) {
    browser.cookies.set("hooklane.session", forged);
    expect(await isSignedIn(browser)).toBe(false);
  }
});

test("the public API takes no cookie", async () => {
  const browser = await signedIn();
  expect((await browser.request("GET", "/v1/subscriptions")).status).toBe(401);
});

test("an outage of the database is told as one, signs nobody in and shows nothing of it", async () => {
  const cookie = `hooklane.session=${(await signedIn()).cookies.get("hooklane.session")}`;
  web.gate.shut();
  const browser = new Browser(web);
  const reply = await browser.signIn(tenant.email, tenant.password);
  expect(reply.status).toBe(503);
  expect(reply.json.url).toMatch(/error=unavailable$/);
  const me = await new Browser(web).request("GET", "/api/trpc/me.get", { headers: { cookie } });
  expect([me.status, me.json.error.data.problem]).toEqual([503, "unavailable"]);
  expect(me.text).not.toMatch(/ECONN|postgres|stack/i);
  web.gate.open();
  await expect.poll(async () => (await new Browser(web).signIn(tenant.email, tenant.password)).status, { timeout: 15_000 }).toBe(200);
});

test("what the framework offers beyond sign-in is not there", async () => {
  const browser = new Browser(web);
  expect((await browser.request("POST", "/api/auth/_log", { body: { level: "error", code: "x" } })).status).toBe(404);
  expect((await browser.request("POST", "/api/auth/callback/credentials", { body: "x".repeat(20_000) })).status).toBe(413);
});

test("passwords and session tokens are in no log line", async () => {
  const browser = await signedIn();
  const lines = web.logged.join("\n");
  expect(lines).not.toContain(tenant.password);
  expect(lines).not.toContain(browser.cookies.get("hooklane.session"));
});

test("a sign-in and a sign-out each leave an audit row", async () => {
  const browser = await signedIn();
  await browser.signOut();
  const { rows } = await web.owner.query(
    "SELECT action, actor_id, target_kind FROM audit_log WHERE actor_id = $1 AND target_kind = 'session' ORDER BY id DESC LIMIT 2",
    [tenant.userId],
  );
  expect(rows.map(({ action }) => action)).toEqual(["session.revoke", "session.create"]);
});
