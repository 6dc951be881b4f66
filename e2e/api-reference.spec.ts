import { problems } from "@hooklane/contracts";
import { expect, test } from "./support/watched-test.ts";
import { account, signUp } from "./support/workspace.ts";

test("the reference is reached from a workspace, leads to each call, and from a call's problems to what they mean", async ({ page }) => {
  await signUp(page, account("Reader"));
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hooklane API" })).toBeVisible();
  await page.getByRole("navigation", { name: "On this page" }).first().getByRole("link", { name: "Hand in an event" }).click();
  const call = page.getByRole("region", { name: "Hand in an event" });
  await expect(call.getByRole("heading", { name: "Hand in an event" })).toBeInViewport();
  await call.getByRole("link", { name: "idempotency_key_reused" }).click();
  await expect(page).toHaveURL(/\/docs\/errors#idempotency_key_reused$/);
  await expect(page.getByRole("heading", { name: "idempotency_key_reused" })).toBeInViewport();
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("every call, schema and code of the document can be read", async ({ page, request }) => {
    const document = await (await request.get("/v1/openapi.json")).json();
    await page.goto("/docs/api");
    for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(document.paths)) {
      for (const { summary } of Object.values(methods)) {
        const call = page.getByRole("region", { name: summary, exact: true });
        await expect(call.getByText(path, { exact: true }).first(), summary).toBeVisible();
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      await expect(page.getByRole("heading", { name, exact: true }), name).toBeVisible();
    }
    for (const type of Object.keys(document.webhooks).filter((name) => name !== "event")) {
      await expect(page.getByText(type, { exact: true }).first(), type).toBeVisible();
    }
    await page.goto("/docs/errors");
    for (const code of Object.keys(problems)) await expect(page.getByRole("heading", { name: code }), code).toBeVisible();
  });
});

test("on a phone nothing is wider than the page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const address of ["/docs/api", "/docs/errors"]) {
    await page.goto(address);
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), address).toBe(0);
  }
});
