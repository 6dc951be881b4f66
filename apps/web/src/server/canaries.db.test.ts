import { publicId } from "@hooklane/contracts";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../test-support/browser.ts";
import { call } from "../test-support/call.ts";
import { mailedToken } from "../test-support/outbox.ts";
import { serveDashboard } from "../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../test-support/start-web.ts";
import type { CreatedTenant } from "./use-cases/tenants/create-tenant.ts";

const headerValue = "canary-of-a-header-value";
const urlToken = "canary-of-a-url-token";
const newPassword = "canary of a new password";
let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let browser: Browser;
/** By name: what must not be found. */
const canaries: Record<string, string> = {};
/** Answers of calls made after the secrets were shown. */
const answers: string[] = [];

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
  const created = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: `http://127.0.0.1:9/hook?token=${urlToken}`, event_types: ["*"], custom_headers: { "x-auth": headerValue } },
  });
  const key = (await browser.mutate("keys.create", { tenantId, name: "CI", scopes: ["events:write"] })).json.result.data.key;
  await browser.mutate("invitations.create", { tenantId, email: "guest@example.com", role: "viewer" });
  await new Browser(web).mutate("auth.requestReset", { email: tenant.email });
  const totp = (await browser.mutate("twoFactor.begin", {})).json.result.data.secret;
  const code = new TOTP({ secret: totp }).generate({ timestamp: web.container.now() });
  const enabled = await browser.mutate("twoFactor.enable", { current_password: tenant.password, code });
  Object.assign(canaries, {
    "signing secret": created.json.secret,
    "first API key": tenant.apiKey,
    "API key": key,
    "invitation token": await mailedToken(web, "guest@example.com"),
    "reset token": await mailedToken(web, tenant.email),
    "second factor": totp,
    "recovery code": enabled.json.result.data.recovery_codes[0],
    password: tenant.password,
    "header value": headerValue,
    "URL token": urlToken,
  });
  await browser.mutate("account.changePassword", { current_password: tenant.password, password: newPassword });
  Object.assign(canaries, { "new password": newPassword, "session cookie": browser.cookies.get("hooklane.session") });

  const endpointId = created.json.id;
  const ask = async (path: string, input?: unknown) => answers.push((await browser.query(path, input)).text);
  await ask("me.get");
  await ask("account.get");
  await ask("sessions.list");
  for (const path of ["endpoints.list", "keys.list", "deliveries.list", "jobs.list", "members.list", "audit.list"])
    await ask(path, { tenantId });
  await ask("secrets.list", { tenantId, endpointId });
  for (const path of ["/v1/subscriptions", "/v1/events", "/v1/event-types", `/v1/subscriptions/${endpointId}/health`])
    answers.push((await call(web, "GET", path, { key: tenant.apiKey })).text);
  for (const path of ["audit", "workspace", "deliveries"])
    answers.push((await browser.request("GET", `/api/exports/${path}?tenantId=${tenantId}`)).text);
  for (const path of ["/livez", "/readyz"]) answers.push((await call(web, "GET", path)).text);
  // What goes wrong is told as little
  answers.push((await browser.mutate("endpoints.update", { tenantId, endpointId, url: `http://127.0.0.1:0/?token=${urlToken}` })).text);
  answers.push((await call(web, "POST", "/v1/events", { key: `${key.slice(0, -1)}0` })).text);
  answers.push((await browser.mutate("account.changePassword", { current_password: tenant.password, password: newPassword })).text);
  answers.push((await new Browser(web).signIn(tenant.email, `not ${newPassword}`)).text);
});
afterAll(() => web.stop());

/** Everything of every table, by table; bytes as hexadecimal digits. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await web.owner.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss') ORDER BY 1",
  );
  const tables = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: content } = await web.owner.query(`SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM ${name} t`);
    tables.set(name, content[0].text);
  }
  return tables;
}

/** Where a value may be, by design. Nowhere, for what is not listed. */
const places: Record<string, string[]> = {
  "invitation token": ["public.mails"],
  "reset token": ["public.mails"],
};

test("C60: in a dump of the database each secret is only where it is meant to be", async () => {
  const tables = await dump();
  expect(tables.size).toBeGreaterThan(20);
  for (const [name, canary] of Object.entries(canaries)) {
    expect(canary, name).toMatch(/.{12}/);
    const spellings = [canary, Buffer.from(canary).toString("hex"), Buffer.from(canary).toString("base64").replace(/=+$/, "")];
    const found = [...tables].filter(([, text]) => spellings.some((spelling) => text.includes(spelling))).map(([table]) => table);
    expect([name, found.filter((table) => !/_p?\d{8}$/.test(table))]).toEqual([name, places[name] ?? []]);
  }
});

test("C60: no answer, list, file, probe or refusal holds a secret that was shown before", () => {
  expect(answers.length).toBeGreaterThan(20);
  for (const answer of answers) {
    for (const [name, canary] of Object.entries(canaries))
      expect(answer.includes(canary), `${name} in ${answer.slice(0, 200)}`).toBe(false);
  }
});

test("O4, C60: no line that was logged holds a secret", () => {
  expect(web.logged.length).toBeGreaterThan(0);
  const log = web.logged.join("");
  for (const [name, canary] of Object.entries(canaries)) expect(log.includes(canary), name).toBe(false);
});
