import { publicId } from "@hooklane/contracts";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let person: CreatedTenant;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());
beforeEach(async () => {
  await web.owner.query("DELETE FROM attempt_limits");
  person = await web.newTenant();
});

async function signedIn(): Promise<Browser> {
  const browser = new Browser(web);
  expect((await browser.signIn(person.email, person.password)).status).toBe(200);
  return browser;
}
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.query("me.get")).status === 200;

const confirm = (browser: Browser, current_password: string, code = "") => browser.mutate("sessions.confirm", { current_password, code });
const stale = () => web.owner.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'");
const isFresh = async (browser: Browser): Promise<boolean> => {
  const input = { tenantId: publicId("tenant", person.tenantId), name: "CI", scopes: ["events:write"] };
  return (await browser.mutate("keys.create", input)).status === 200;
};

test("A5: who confirms who they are is not asked again, another session of theirs is, and what was wrong and right is audited", async () => {
  const browser = await signedIn();
  const other = await signedIn();
  await stale();
  const wrong = await confirm(browser, "not my password");
  expect([wrong.status, Object.keys(wrong.json.error.data.fieldErrors)]).toEqual([422, ["current_password"]]);
  expect(await isFresh(browser)).toBe(false);
  expect((await confirm(browser, person.password)).status).toBe(200);
  expect(await isFresh(browser)).toBe(true);
  expect(await isFresh(other)).toBe(false);
  const { rows } = await web.owner.query(
    "SELECT action, after->>'why' AS why FROM audit_log WHERE actor_id = $1 AND action LIKE 'session.%confirm%' ORDER BY id",
    [person.userId],
  );
  expect(rows).toEqual([
    { action: "session.refuse_confirmation", why: "wrong password" },
    { action: "session.confirm", why: null },
  ]);
});

test("C61: guesses at a confirmation and at the sign-in are counted together, and what is right is not counted", async () => {
  const browser = await signedIn();
  for (let i = 0; i < 12; i++) expect((await confirm(browser, person.password)).status).toBe(200);
  for (let i = 0; i < 5; i++) expect((await confirm(browser, "not my password")).status).toBe(422);
  for (let i = 0; i < 5; i++) await new Browser(web).signIn(person.email, "not my password");
  const limited = await confirm(browser, person.password);
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await new Browser(web).signIn(person.email, person.password)).status).toBe(429);
  expect(await isSignedIn(browser)).toBe(true);
});

test("A5: with two-factor on a confirmation asks for a code as well, which counts once", async () => {
  const browser = await signedIn();
  const { secret } = (await browser.mutate("twoFactor.begin", {})).json.result.data;
  const codeAt = (step: number) => new TOTP({ secret }).generate({ timestamp: web.container.now() + step * 30_000 });
  await browser.mutate("twoFactor.enable", { current_password: person.password, code: codeAt(-1) });
  await stale();
  const fields = async (code: string) => Object.keys((await confirm(browser, person.password, code)).json.error.data.fieldErrors);
  expect([await fields(""), await fields("000000"), await fields("nonsense")]).toEqual([["code"], ["code"], ["code"]]);
  expect(await isFresh(browser)).toBe(false);
  const code = codeAt(1);
  expect((await confirm(browser, person.password, code)).status).toBe(200);
  expect(await isFresh(browser)).toBe(true);
  expect(await fields(code)).toEqual(["code"]);
});

test("A5: who has no password is told to sign in again, and it counts as no guess", async () => {
  const browser = await signedIn();
  await web.owner.query("UPDATE users SET password_hash = NULL WHERE id = $1", [person.userId]);
  for (let i = 0; i < 11; i++) {
    const reply = await confirm(browser, person.password);
    expect([reply.status, reply.json.error.data.detail]).toEqual([422, expect.stringContaining("sign in again")]);
  }
});
