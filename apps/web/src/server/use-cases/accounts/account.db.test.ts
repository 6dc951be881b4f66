import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { mailedToken, mailsTo } from "../../../test-support/outbox.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

const password = "a new and long password";
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

async function signedIn({ email, password: own }: Pick<CreatedTenant, "email" | "password"> = person): Promise<Browser> {
  const browser = new Browser(web);
  expect((await browser.signIn(email, own)).status).toBe(200);
  return browser;
}
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.query("me.get")).status === 200;
const copyOf = (browser: Browser): Browser => {
  const copy = new Browser(web);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
};
const codeNow = (secret: string, steps = 0): string => new TOTP({ secret }).generate({ timestamp: web.container.now() + steps * 30_000 });

test("C63: changing the password ends every other session at its next request, and gives this one another id", async () => {
  const browser = await signedIn();
  const other = await signedIn();
  const stolen = copyOf(browser);
  const reply = await browser.mutate("account.changePassword", { current_password: person.password, password });
  expect(reply.json.result.data).toEqual({ sessions_ended: 1 });
  expect([await isSignedIn(browser), await isSignedIn(other), await isSignedIn(stolen)]).toEqual([true, false, false]);
  expect((await new Browser(web).signIn(person.email, person.password)).status).toBe(401);
  expect((await new Browser(web).signIn(person.email, password)).status).toBe(200);
  expect((await mailsTo(web, person.email)).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
});

test("A5: a change of the account asks for the present password, and guesses at it are limited", async () => {
  const browser = await signedIn();
  const guess = () => browser.mutate("account.changePassword", { current_password: "not it", password });
  const first = await guess();
  expect([first.status, Object.keys(first.json.error.data.fieldErrors)]).toEqual([422, ["current_password"]]);
  for (let i = 1; i < 10; i++) expect((await guess()).status).toBe(422);
  expect((await browser.mutate("account.changePassword", { current_password: person.password, password })).status).toBe(429);
  expect(await isSignedIn(browser)).toBe(true);
});

test("C63: each session is listed, can be ended alone or with all others, and another person's cannot be", async () => {
  const browser = await signedIn();
  const [second, third] = [await signedIn(), await signedIn()];
  const sessions = (await browser.query("sessions.list")).json.result.data;
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  const idOf = async (one: Browser) =>
    (await one.query("sessions.list")).json.result.data.find(({ current }: { current: boolean }) => current).id;
  const stranger = await signedIn(await web.newTenant());
  expect((await stranger.mutate("sessions.revoke", { sessionId: await idOf(second) })).status).toBe(404);
  expect((await browser.mutate("sessions.revoke", { sessionId: await idOf(second) })).json.result.data).toEqual({ ended: 1 });
  expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true]);
  expect((await browser.mutate("sessions.revokeOthers", {})).json.result.data).toEqual({ ended: 1 });
  expect([await isSignedIn(browser), await isSignedIn(third), await isSignedIn(stranger)]).toEqual([true, false, true]);
});

test("A6: a reset link sets the password once, ends all sessions and voids other links; the mail notices it", async () => {
  const browser = await signedIn();
  expect((await new Browser(web).mutate("auth.requestReset", { email: person.email.toUpperCase() })).json.result.data).toEqual({
    email: person.email,
  });
  const token = await mailedToken(web, person.email, "reset-password");
  const reset = (with_: string) => new Browser(web).mutate("auth.resetPassword", { token, password: with_ });
  expect((await reset("short")).status).toBe(400);
  expect((await reset(password)).json.result.data).toEqual({ email: person.email });
  expect((await reset("yet another password")).status).toBe(422);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await new Browser(web).signIn(person.email, person.password)).status).toBe(401);
  await signedIn({ email: person.email, password });
  expect((await mailsTo(web, person.email)).map(({ kind }) => kind)).toEqual(["reset-password", "account-notice"]);
});

test("A6: a reset link that was asked for before the address or the password changed is void", async () => {
  await new Browser(web).mutate("auth.requestReset", { email: person.email });
  const token = await mailedToken(web, person.email, "reset-password");
  const browser = await signedIn();
  await browser.mutate("account.changePassword", { current_password: person.password, password });
  expect((await new Browser(web).mutate("auth.resetPassword", { token, password: "yet another password" })).status).toBe(422);
});

test("A2: asking for a reset answers the same for an unknown address, and mails nobody", async () => {
  const known = await new Browser(web).mutate("auth.requestReset", { email: person.email });
  const unknown = await new Browser(web).mutate("auth.requestReset", { email: "nobody@example.com" });
  expect([unknown.status, unknown.text.replace("nobody@example.com", person.email)]).toEqual([known.status, known.text]);
  expect(await mailsTo(web, "nobody@example.com")).toEqual([]);
});

test("C61: mails with links are limited by account and by address, however the account is written", async () => {
  for (let i = 0; i < 10; i++) {
    const email = i % 2 ? person.email.toUpperCase() : ` ${person.email}`;
    expect((await new Browser(web).mutate("auth.requestReset", { email }, { "x-forwarded-for": `203.0.113.${i}` })).status).toBe(200);
  }
  const refused = await new Browser(web).mutate("auth.requestReset", { email: person.email });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
});

test("an address changes with the link that was mailed to the new one; sessions end and the old address is told", async () => {
  const browser = await signedIn();
  const email = `new-${person.email}`;
  const ask = await browser.mutate("account.changeEmail", { current_password: person.password, email });
  expect(ask.json.result.data).toEqual({ email });
  expect((await browser.query("account.get")).json.result.data.email).toBe(person.email);
  expect((await new Browser(web).mutate("auth.confirmEmail", { token: await mailedToken(web, email) })).json.result.data).toEqual({
    email,
    changed: true,
  });
  expect(await isSignedIn(browser)).toBe(false);
  await signedIn({ email, password: person.password });
  expect((await new Browser(web).signIn(person.email, person.password)).status).toBe(401);
  expect((await mailsTo(web, person.email)).map(({ subject }) => subject)).toEqual(["The address of your account was changed"]);
});

test("A2: changing to an address that has an account answers the same, tells its owner and changes nothing", async () => {
  const owner = await web.newTenant();
  const browser = await signedIn();
  const reply = await browser.mutate("account.changeEmail", { current_password: person.password, email: owner.email });
  expect(reply.json.result.data).toEqual({ email: owner.email });
  expect((await mailsTo(web, owner.email)).map(({ subject }) => subject)).toEqual(["You have an account already"]);
  await expect(mailedToken(web, owner.email)).rejects.toThrow();
});

async function withTwoFactor(): Promise<{ browser: Browser; secret: string; codes: string[] }> {
  const browser = await signedIn();
  const { secret, uri } = (await browser.mutate("twoFactor.begin", {})).json.result.data;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Hooklane:/);
  const reply = await browser.mutate("twoFactor.enable", { current_password: person.password, code: codeNow(secret, -1) });
  return { browser, secret, codes: reply.json.result.data.recovery_codes };
}
async function signInWith(code: string): Promise<string> {
  const browser = new Browser(web);
  const reply = await browser.signIn(person.email, person.password, {}, code);
  return reply.status === 200 && (await isSignedIn(browser)) ? "in" : (new URL(reply.json.url).searchParams.get("error") ?? "");
}

test("two-factor: the password alone no longer signs in, a code does once, and a wrong password tells nothing of it", async () => {
  const { secret } = await withTwoFactor();
  expect(await signInWith("")).toBe("second_factor");
  expect(await signInWith("000000")).toBe("second_factor_wrong");
  const code = codeNow(secret);
  expect(await signInWith(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe("in");
  expect(await signInWith(code)).toBe("second_factor_wrong");
  const wrong = await new Browser(web).signIn(person.email, "not the password", {}, codeNow(secret, 1));
  expect(new URL(wrong.json.url).searchParams.get("error")).toBe("CredentialsSignin");
});

test("two-factor: a code at the same moment in two browsers counts once", async () => {
  const { secret } = await withTwoFactor();
  const code = codeNow(secret);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => signInWith(code)));
  expect(outcomes.filter((outcome) => outcome === "in")).toHaveLength(1);
});

test("two-factor: recovery codes work once each, are kept as hashes, and new ones void the old", async () => {
  const { browser, codes, secret } = await withTwoFactor();
  expect(new Set(codes).size).toBe(10);
  expect(await signInWith(codes[0] as string)).toBe("in");
  expect(await signInWith(codes[0] as string)).toBe("second_factor_wrong");
  expect((await browser.query("account.get")).json.result.data.two_factor.recovery_codes_left).toBe(9);
  const renewed = (await browser.mutate("twoFactor.renewCodes", { current_password: person.password })).json.result.data.recovery_codes;
  expect(await signInWith(codes[1] as string)).toBe("second_factor_wrong");
  expect(await signInWith((renewed[0] as string).toUpperCase())).toBe("in");
  const { rows } = await web.owner.query(
    "SELECT (SELECT string_agg(row_to_json(u)::text, '') FROM users u) || (SELECT string_agg(row_to_json(r)::text, '') FROM recovery_codes r) || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_log a) AS text",
  );
  for (const canary of [...codes, ...renewed, secret]) expect(rows[0].text).not.toContain(canary);
});

test("C61: codes are guessed ten times at the most, whatever the password", async () => {
  await withTwoFactor();
  for (let i = 0; i < 10; i++) expect(await signInWith(String(100_000 + i))).toBe("second_factor_wrong");
  expect(await signInWith("123456")).toBe("too_many_attempts");
});

test("two-factor: turning it on ends other sessions, it goes off with the password alone known, and a reset leaves it on", async () => {
  const other = await signedIn();
  const { browser } = await withTwoFactor();
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  expect((await browser.mutate("twoFactor.begin", {})).status).toBe(409);
  await new Browser(web).mutate("auth.requestReset", { email: person.email });
  await new Browser(web).mutate("auth.resetPassword", {
    token: await mailedToken(web, person.email, "reset-password"),
    password: person.password,
  });
  expect(await signInWith("")).toBe("second_factor");
  await web.owner.query("UPDATE users SET totp_last_step = 0 WHERE id = $1", [person.userId]);
  const { rows } = await web.owner.query("SELECT count(*)::int AS n FROM sessions WHERE user_id = $1 AND revoked_at IS NULL", [
    person.userId,
  ]);
  expect(rows[0].n).toBe(0);
});

test("two-factor: who turns it off proves the password", async () => {
  const { browser } = await withTwoFactor();
  expect((await browser.mutate("twoFactor.disable", { current_password: "not it" })).status).toBe(422);
  expect((await browser.mutate("twoFactor.disable", { current_password: person.password })).json.result.data).toEqual({ enabled: false });
  expect(await signInWith("")).toBe("in");
});

test("every change of an account leaves an audit row with the request's id, and none holds a password", async () => {
  const browser = await signedIn();
  await browser.mutate("account.rename", { name: "Ada Lovelace" });
  const reply = await browser.mutate("account.changePassword", { current_password: person.password, password });
  const { rows } = await web.owner.query("SELECT action, correlation_id, before, after FROM audit_log WHERE target_id = $1 ORDER BY id", [
    person.userId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(["user.create", "user.rename", "user.change_password"]);
  expect(rows.at(-1).correlation_id).toBe(reply.headers.get("x-request-id"));
  expect(JSON.stringify(rows)).not.toContain(password);
});
