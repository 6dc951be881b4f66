import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";

/** What the service says of whoever comes back from it. */
let profile: { id: number; login: string; name: string | null };
let people = 0;
let addresses: { email: string; primary: boolean; verified: boolean }[];
let service: Server;
let web: StartedWeb;

beforeAll(async () => {
  service = createServer((request, response) => {
    const body = request.url?.startsWith("/login/oauth/access_token")
      ? { access_token: "token", token_type: "bearer", scope: "read:user" }
      : request.url?.startsWith("/api/v3/user/emails")
        ? addresses
        : profile;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  web = await startWeb(
    { HOOKLANE_GITHUB_CLIENT_ID: "client", HOOKLANE_GITHUB_CLIENT_SECRET: "secret", HOOKLANE_GITHUB_URL: `http://127.0.0.1:${port}` },
    serveDashboard,
  );
});
afterAll(async () => {
  await web.stop();
  service.close();
  service.closeAllConnections();
});
beforeEach(() => {
  people += 10;
  profile = { id: people, login: "octo", name: "Octo Cat" };
  addresses = [{ email: `octo-${profile.id}@example.com`, primary: true, verified: true }];
});

/** Goes to the service and comes back. @returns where the browser is sent in the end */
async function goAround(browser: Browser, change: (state: string) => string = (state) => state): Promise<string> {
  const { json } = await browser.request("GET", "/api/auth/csrf");
  const begun = await browser.request("POST", "/api/auth/signin/github", {
    body: new URLSearchParams({ csrfToken: json.csrfToken, json: "true", callbackUrl: "/" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const state = new URL(begun.json.url).searchParams.get("state") ?? "";
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const back = await fetch(`${web.baseUrl}/api/auth/callback/github?code=code&state=${encodeURIComponent(change(state))}`, {
    headers: { cookie },
    redirect: "manual",
  });
  for (const line of back.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return back.headers.get("location") ?? "";
}
const me = async (browser: Browser) => (await browser.query("me.get")).json.result?.data;

test("whom a service vouches for has an account with a workspace the first time, and the same one the next time, whatever their address is by then", async () => {
  const first = new Browser(web);
  await goAround(first);
  const { user, tenants } = await me(first);
  expect(user).toMatchObject({ name: "Octo Cat", email: addresses[0]?.email, verified: true });
  expect(tenants).toMatchObject([{ name: "Octo Cat’s workspace", role: "owner" }]);
  addresses = [{ email: "moved@example.com", primary: true, verified: true }];
  const again = new Browser(web);
  await goAround(again);
  expect((await me(again)).user.id).toBe(user.id);
  expect((await again.query("account.get")).json.result.data).toMatchObject({ has_password: false, sign_in_services: ["github"] });
});

test("an account that owns the address is signed in and linked; one that only claims it is not", async () => {
  const owner = await web.newTenant();
  addresses = [{ email: owner.email.toUpperCase(), primary: true, verified: true }];
  const browser = new Browser(web);
  await goAround(browser);
  expect((await me(browser)).user.email).toBe(owner.email);

  const email = "claimed@example.com";
  await new Browser(web).mutate("auth.signUp", { name: "Mallory", email, password: "a long password of Mallory" });
  profile = { ...profile, id: profile.id + 1 };
  addresses = [{ email, primary: true, verified: true }];
  const other = new Browser(web);
  await goAround(other);
  const { tenants } = await me(other);
  expect(tenants.map(({ name }: { name: string }) => name)).not.toContain("Mallory");
});

test("an address that the service has not verified, or none, signs nobody in", async () => {
  const owner = await web.newTenant();
  for (const given of [[{ email: owner.email, primary: true, verified: false }], []]) {
    addresses = given;
    const browser = new Browser(web);
    expect(await goAround(browser)).toMatch(/\/sign-in\?error=service_refused$/);
    expect(await me(browser)).toBeUndefined();
  }
});

test("an account with a second factor, or one that is disabled, is not signed in this way", async () => {
  const person = await web.newTenant();
  addresses = [{ email: person.email, primary: true, verified: true }];
  await web.owner.query("UPDATE users SET totp_enabled_at = now() WHERE id = $1", [person.userId]);
  const browser = new Browser(web);
  expect(await goAround(browser)).toMatch(/error=second_factor$/);
  await web.owner.query("UPDATE users SET totp_enabled_at = NULL, disabled_at = now() WHERE id = $1", [person.userId]);
  expect(await goAround(browser)).toMatch(/error=service_refused$/);
  expect(await me(browser)).toBeUndefined();
});

test("C67: who comes back with a state that this browser did not go with is nobody", async () => {
  const browser = new Browser(web);
  await goAround(browser, () => "another");
  expect(await me(browser)).toBeUndefined();
});

test("what is not configured is not offered", async () => {
  const { services } = (await new Browser(web).query("auth.options")).json.result.data;
  expect(services).toEqual([{ id: "github", name: "GitHub" }]);
});
