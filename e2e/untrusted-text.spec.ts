import { readFile } from "node:fs/promises";
import type { Receiver } from "@hooklane/testkit";
import { mailTo } from "./support/outbox.ts";
import { openPalette } from "./support/palette.ts";
import { startReceivers } from "./support/receivers.ts";
import { signInAsStaff } from "./support/staff.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, forgetSession, signUp } from "./support/workspace.ts";

/** Runs as a script where it is taken for HTML, as a formula where for a cell; turns the text around it; and is long. */
const canary = `=HYPERLINK("x")<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202e${"long".repeat(30)}`;
/** The same with what no text of ours may hold, for what is kept as bytes. */
const rawCanary = `${canary}\u0007\u001b[31m`;
/** What a header's value, and a type, may hold of it. */
const headerCanary = "=1+1<img src=x onerror=\"document.title='owned'\">";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({
    hostile: {
      kind: "scripted",
      respond: () => ({
        kind: "raw",
        bytes: `HTTP/1.1 404 ${headerCanary}\r\ncontent-type: text/html\r\nx-note: ${headerCanary}\r\ncontent-length: ${Buffer.byteLength(rawCanary)}\r\n\r\n${rawCanary}`,
        end: "close",
        status: 404,
      }),
    },
  });
});
test.afterAll(() => receiver.stop());

test("C68: what tenants and endpoints write is text on every screen and in every file", async ({ page, context, baseUrl }) => {
  test.setTimeout(180_000);
  const tenantId = await signUp(page, account("Canary"));
  const ask = async (path: string, input: object) => {
    const { status, body } = await call(context, baseUrl, path, { tenantId, ...input });
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  };
  const endpoint = await ask("endpoints.create", {
    url: `${receiver.url("hostile", "/")}?q=%3Cscript%3E`,
    description: canary,
    event_types: ["*"],
    custom_headers: { "x-own": headerCanary },
  });
  const { key } = await ask("keys.create", { name: canary.slice(0, 100), scopes: ["events:write"] });
  await ask("eventTypes.create", {
    name: "canary.type",
    description: canary,
    example: { [canary]: canary },
    schema: { title: canary },
  });
  await ask("inbox.open", {});
  const posted = await context.request.post(`${baseUrl}/v1/events`, {
    headers: { authorization: `Bearer ${key}`, "idempotency-key": headerCanary.replaceAll(" ", "") },
    data: { type: "canary.type", payload: { [rawCanary]: rawCanary } },
  });
  expect(posted.status()).toBe(202);
  const { event_id: eventId } = await posted.json();
  const deadOf = async (): Promise<string | undefined> =>
    (await call(context, baseUrl, "deliveries.list", { tenantId, state: ["dead"] }, "query")).body.data[0]?.id;
  await expect.poll(deadOf, { timeout: 30_000 }).toBeTruthy();
  const dead = await deadOf();
  await expect
    .poll(async () => (await call(context, baseUrl, "inbox.get", { tenantId }, "query")).body.requests.length, { timeout: 30_000 })
    .toBeGreaterThan(0);

  const search = encodeURIComponent(canary);
  for (const address of [
    "",
    "/endpoints",
    `/endpoints/${endpoint.id}`,
    `/endpoints/${endpoint.id}/settings`,
    `/endpoints/${endpoint.id}/test`,
    "/deliveries",
    `/deliveries?type=${search}&cause=${search}&status=${search}&id=${search}&event=${search}&job=${search}`,
    `/deliveries/${dead}`,
    "/events",
    `/events?type=${search}`,
    `/events/${eventId}`,
    "/event-types",
    "/event-types/canary.type",
    "/event-types/canary.type/edit",
    `/event-types/new?name=${search}`,
    `/replays/new?types=${search}&endpoint=${search}&since=${search}`,
    "/inbox",
    "/keys",
  ]) {
    await page.goto(`/${tenantId}${address}`, { waitUntil: "networkidle" });
    expect(await page.locator("img, main script").count(), address).toBe(0);
    await expect(page, address).not.toHaveTitle("owned");
    const overflowPx = await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflowPx, `${address} is wider than its page`).toBeLessThanOrEqual(0);
  }
  await page.goto(`/${tenantId}/deliveries/${dead}`);
  await expect(page.getByRole("figure", { name: /^response body of attempt/ }).first()).toContainText("<img src=x onerror=");
  await expect(page.getByLabel(/^Response headers of attempt/).first()).toContainText(headerCanary);

  await (await openPalette(page)).fill("HYPERLINK");
  await expect(page.getByRole("option", { name: /HYPERLINK/ }).first()).toBeVisible();
  await expect(page).not.toHaveTitle("owned");
  await page.keyboard.press("Escape");

  await page.goto(`/${tenantId}/deliveries`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toContain("canary.type");
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  for (const cell of file.split(/\r\n|,/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
});

test("C68: what a workspace is called is text in its mails, and in the outbox of the support console", async ({
  page,
  context,
  baseUrl,
}) => {
  test.setTimeout(180_000);
  const name = canary.slice(0, 100);
  const tenantId = await signUp(page, account("Mail Canary"));
  const renamed = await call(context, baseUrl, "workspace.rename", { tenantId, name });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  const guest = account("Mail Guest").email;
  expect((await call(context, baseUrl, "invitations.create", { tenantId, email: guest, role: "viewer" })).status).toBe(200);
  const mail = await mailTo(guest, "invitation");
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toMatch(/<img|<script/i);
  await page.goto("about:blank");
  await page.setContent(mail.html);
  expect(await page.locator("img, script, iframe, form, link").count()).toBe(0);
  expect(await page.locator("a").evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).origin))).toEqual([
    baseUrl,
  ]);

  await forgetSession(page);
  await signInAsStaff(page, "Mail Desk");
  await page.goto(`/support/mail?to=${encodeURIComponent(guest)}`);
  await page.getByRole("button", { name: /^Read the mail/ }).click();
  const read = page.getByRole("dialog");
  await expect(read.getByRole("heading")).toContainText("<img src=x onerror=");
  expect(await page.locator("img, main script, [role=dialog] a").count()).toBe(0);
  await expect(page).not.toHaveTitle("owned");
});
