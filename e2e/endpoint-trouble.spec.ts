import { type ReceivedRequest, type Receiver, waitFor } from "@hooklane/testkit";
import { Webhook } from "standardwebhooks";
import { expectAccessible } from "./support/expect-accessible.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
/** What the receiver of the first journey verifies with. */
let secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const verifies = ({ body, headers }: ReceivedRequest, by: string): boolean => {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    new Webhook(by).verify(body.toString(), flat);
    return true;
  } catch {
    return false;
  }
};

test.beforeAll(async () => {
  receiver = await startReceivers({
    refusing: {
      kind: "scripted",
      respond: (request) =>
        verifies(request, secret)
          ? { kind: "status", status: 200 }
          : { kind: "status", status: 401, body: '{"error":"invalid signature"}' },
    },
    failing: { kind: "status", status: 503 },
  });
});
test.afterAll(() => receiver.stop());

test("a misconfigured endpoint: one click from the overview to the cause, its secret is rotated, a test proves it mended, and both secrets sign meanwhile", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Wrong Secret"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("refusing", "/orders"),
    description: "Order service",
    event_types: ["*"],
  });
  for (let i = 0; i < 5; i++) await call(context, baseUrl, "tests.send", { tenantId, endpointId: endpoint.id });

  await page.goto(`/${tenantId}`);
  await expect(page.getByText("It looks set up wrongly: it refuses the signature (401).")).toBeVisible();
  await page.getByRole("link", { name: "Order service" }).click();
  await expect(page.getByText("The endpoint answers 401 to everything", { exact: true })).toBeVisible();
  await expect(page.getByText("5 of 5 attempts in the last")).toBeVisible();
  await expect(page.getByRole("figure", { name: "beginning of the answer" })).toContainText("invalid signature");

  await page.getByRole("button", { name: "Send a wrong signature" }).click();
  await expect(page.getByText("The endpoint refused the wrong signature with 401, and it refuses right ones, too.")).toBeVisible();
  await expectAccessible(page, "the card of a configuration error");

  await page.getByRole("link", { name: "Open the secrets" }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  secret = (await page.getByRole("figure", { name: "new signing secret" }).locator("pre").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/Signs for 2[34] h \d\d min more/)).toBeVisible();

  await page.getByRole("navigation", { name: "Endpoint" }).getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Test again" }).click();
  await expect(page.getByText(/^Delivered at the first attempt/)).toBeVisible();
  const latest = receiver.requests("refusing").at(-1) as ReceivedRequest;
  expect([verifies(latest, secret), verifies(latest, endpoint.secret)]).toEqual([true, true]);
  // It is mended: what the test told stays until it was read, though the card it was sent from goes
  await expect(page.getByText("The endpoint answers 401 to everything", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "It no longer looks set up wrongly" })).toBeVisible();
  await expect(page.getByText(/^Delivered at the first attempt/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(/^Delivered at the first attempt/)).toHaveCount(0);

  await page.getByRole("navigation", { name: "Endpoint" }).getByRole("link", { name: "Test" }).click();
  await page.getByRole("button", { name: "Send a wrong signature" }).click();
  await expect(page.getByText("The endpoint refused the wrong signature with 401: it verifies signatures.")).toBeVisible();

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: "UTC" }).click();
  await expect
    .poll(async () => (await call(context, baseUrl, "me.get", undefined, "query")).body.utc, { message: "the choice to be kept" })
    .toBe(true);
});

test("an outage: the circuit says why it opened and when it probes, the recovery says how far it is, and the backlog drains", async ({
  page,
  context,
  baseUrl,
}) => {
  receiver.set("failing", { kind: "status", status: 503 });
  const tenantId = await signUp(page, account("Outage"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("failing", "/warehouse"),
    event_types: ["*"],
    retry_policy: { base_ms: 60_000, jitter: "equal" },
  });
  const input = { tenantId, endpointId: endpoint.id };
  for (let i = 0; i < 12; i++) await call(context, baseUrl, "tests.send", input);

  await page.goto(`/${tenantId}/endpoints/${endpoint.id}`);
  await expect(page.getByText("Waiting before the next probe.")).toBeVisible();
  await expect(page.getByText(/The circuit is open after \d+ of \d+ attempts failed in 60 s; next probe in 0:0\d/).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Circuit/ }).first()).toContainText("Each probe that fails doubles the wait");
  await expectAccessible(page, "an endpoint whose circuit is open");

  receiver.set("failing", { kind: "healthy" });
  await expect(page.getByText(/^Recovering: \d+ % of what the endpoint took before/)).toBeVisible({ timeout: 30_000 });
  await waitFor(async () => (await call(context, baseUrl, "endpoints.health", input, "query")).body.backlog === 0, {
    what: "the backlog to drain, though its retries were not due for a minute",
    timeoutMs: 50_000,
    intervalMs: 500,
  });
  await expect(page.getByText("Nothing waits.")).toBeAttached();
});
