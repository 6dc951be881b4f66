import { publicId } from "@hooklane/contracts";
import { readSubscriptions } from "@hooklane/db";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";
import { revealSecrets } from "./reveal-secrets.ts";

const HOUR_S = 3_600;
let web: StartedWeb;
let tenant: CreatedTenant;
let browser: Browser;
let at: { tenantId: string; endpointId: string };
let uuid: string;
let firstSecret: string;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());
beforeEach(async () => {
  const body = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body });
  at = { tenantId: publicId("tenant", tenant.tenantId), endpointId: created.json.id };
  firstSecret = created.json.secret;
  uuid = (await web.owner.query("SELECT id FROM subscriptions ORDER BY id DESC LIMIT 1")).rows[0].id;
});

const rotate = (body?: unknown) =>
  call(web, "POST", `/v1/subscriptions/${at.endpointId}/secret/rotate`, { key: tenant.apiKey, ...(body !== undefined && { body }) });
const list = async () => (await browser.query("secrets.list", at)).json.result.data;
const reveal = async () => (await browser.mutate("secrets.reveal", at)).json.result.data;
const texts = async (): Promise<string[]> => (await reveal()).map(({ secret }: { secret: string }) => secret);
const secondsLeft = (expiresAt: string): number => (Date.parse(expiresAt) - web.container.now()) / 1_000;
/** Moves every end of a secret nearer. */
const pass = (seconds: number) =>
  web.owner.query("UPDATE subscription_secrets SET expires_at = expires_at - $1 * interval '1 s' WHERE expires_at IS NOT NULL", [seconds]);

test("C36: after a rotation both secrets are live for a day, newest first, and the new one has no end", async () => {
  const rotated = await rotate();
  expect(rotated.status).toBe(200);
  expect(rotated.json).toMatchObject({ id: at.endpointId, secret: expect.stringMatching(/^whsec_/) });
  expect(await texts()).toEqual([rotated.json.secret, firstSecret]);
  const [current, previous] = await list();
  expect(current).toMatchObject({ id: expect.stringMatching(/^sec_/), state: "current", expires_at: null });
  expect(previous.state).toBe("previous");
  expect(secondsLeft(previous.expires_at)).toBeCloseTo(24 * HOUR_S, -2);
  expect(current).not.toHaveProperty("secret");
});

test("C36: a second rotation within the grace gives the one that was current its own time, and leaves the first its own", async () => {
  const second = (await rotate({ grace_seconds: 10 * HOUR_S })).json.secret;
  await pass(5 * HOUR_S);
  const third = (await rotate({ grace_seconds: 2 * HOUR_S })).json.secret;
  expect(await texts()).toEqual([third, second, firstSecret]);
  const [, wasSecond, wasFirst] = await list();
  expect(secondsLeft(wasSecond.expires_at)).toBeCloseTo(2 * HOUR_S, -2);
  expect(secondsLeft(wasFirst.expires_at)).toBeCloseTo(5 * HOUR_S, -2);
});

test("C36: after its grace a secret is neither listed, nor revealed, nor given to whoever signs as live", async () => {
  const second = (await rotate({ grace_seconds: HOUR_S })).json.secret;
  await pass(HOUR_S + 1);
  expect(await texts()).toEqual([second]);
  const [subscription] = await readSubscriptions(web.container.pool, [uuid]);
  const live = subscription?.secrets.filter(({ expiresMs }) => expiresMs === null || expiresMs > web.container.now());
  expect(live).toHaveLength(1);
});

test("C36: a rotation without grace ends the old secret now", async () => {
  const { secret } = (await rotate({ grace_seconds: 0 })).json;
  expect(await texts()).toEqual([secret]);
});

test("C36: however often one rotates, five secrets are live at most, the newest", async () => {
  const made = [firstSecret];
  for (let i = 0; i < 20; i++) made.push((await rotate()).json.secret);
  expect(await texts()).toEqual(made.slice(-5).reverse());
});

test("rotations at the same moment follow each other: one secret is current", async () => {
  await Promise.all(Array.from({ length: 8 }, () => rotate()));
  expect((await list()).filter(({ state }: { state: string }) => state === "current")).toHaveLength(1);
});

test("the previous secrets can be ended before their time", async () => {
  const { secret } = (await rotate()).json;
  const left = await call(web, "POST", `/v1/subscriptions/${at.endpointId}/secret/revoke-previous`, { key: tenant.apiKey });
  expect([left.status, left.json.secrets.length]).toEqual([200, 1]);
  expect(await texts()).toEqual([secret]);
});

test("a secret of one's own is taken if it is one, and a grace only from 0 to 7 days", async () => {
  const own = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
  expect((await rotate({ secret: own })).json.secret).toBe(own);
  expect((await rotate({ secret: "whsec_short" })).json).toMatchObject({ status: 422, field: "secret" });
  for (const grace_seconds of [-1, 0.5, 7 * 24 * HOUR_S + 1])
    expect((await rotate({ grace_seconds })).json).toMatchObject({ status: 422, field: "grace_seconds" });
});

test("a change of secrets reaches those who follow the subscription", async () => {
  const before = (await readSubscriptions(web.container.pool, [uuid]))[0]?.version as number;
  await rotate();
  expect((await readSubscriptions(web.container.pool, [uuid]))[0]?.version).toBeGreaterThan(before);
});

test("C60: every look leaves an audit row that names who looked and not what was seen, and programs never get one", async () => {
  await reveal();
  const { rows } = await web.owner.query(
    "SELECT actor_kind, actor_id, after::text FROM audit_log WHERE action = 'secret.reveal' AND target_id = $1",
    [uuid],
  );
  expect(rows).toMatchObject([{ actor_kind: "user", actor_id: tenant.userId }]);
  const { rows: all } = await web.owner.query("SELECT coalesce(string_agg(row_to_json(a)::text, ''), '') AS text FROM audit_log a");
  expect(all[0].text).not.toContain(firstSecret.slice(6, 20));
  expect(web.logged.join()).not.toContain(firstSecret.slice(6, 20));
  const acting = { tenantId: tenant.tenantId, plan: "scale", actor: { kind: "api_key", id: uuid }, requestId: null } as const;
  expect(await revealSecrets(web.container, acting, uuid)).toMatchObject({ ok: false, code: "forbidden" });
  for (const path of ["secret", "secret/reveal", "secrets"])
    expect((await call(web, "POST", `/v1/subscriptions/${at.endpointId}/${path}`, { key: tenant.apiKey })).status).toBe(404);
});

test("each rotation and revocation leaves an audit row", async () => {
  await rotate();
  await browser.mutate("secrets.revokePrevious", at);
  const { rows } = await web.owner.query(
    "SELECT action, actor_kind FROM audit_log WHERE target_id = $1 AND action LIKE 'secret.%' ORDER BY id",
    [uuid],
  );
  expect(rows).toEqual([
    { action: "secret.rotate", actor_kind: "api_key" },
    { action: "secret.revoke_previous", actor_kind: "user" },
  ]);
});
