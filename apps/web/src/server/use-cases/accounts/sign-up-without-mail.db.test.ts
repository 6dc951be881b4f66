import { forgetOldSignIns } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";

let web: StartedWeb;
const password = "correct horse battery staple";

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());

test("without a mail server nobody could send the link: who signs up is at work at once, and is not forgotten for being unconfirmed", async () => {
  const browser = new Browser(web);
  await browser.mutate("auth.signUp", { name: "Ada Ltd", password, email: "ada@example.com" });
  await browser.signIn("ada@example.com", password);
  const { user, tenants } = (await browser.query("me.get")).json.result.data;
  expect(user).toMatchObject({ verified: false, must_confirm: false });
  const endpoint = { tenantId: tenants[0].id, url: "http://127.0.0.1:9/", event_types: ["*"] };
  expect((await browser.mutate("endpoints.create", endpoint)).status).toBe(200);
  expect((await browser.mutate("workspace.create", { name: "Another" })).status).toBe(200);

  await web.owner.query("UPDATE users SET created_at = now() - interval '1 year'");
  await web.owner.query("DELETE FROM sessions");
  await forgetOldSignIns(web.container.pool);
  expect((await new Browser(web).signIn("ada@example.com", password)).status).toBe(200);
});
