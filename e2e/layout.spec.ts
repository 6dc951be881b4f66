import type { Receiver } from "@hooklane/testkit";
import { fillWorkspace } from "./support/fill-workspace.ts";
import { findOverflow } from "./support/find-overflow.ts";
import { pagesOf, publicPages } from "./support/pages.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, forgetSession, signUp } from "./support/workspace.ts";

const WIDTHS_PX = [360, 768, 1_024, 1_280, 1_440];

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({
    healthy: { kind: "scripted", respond: () => ({ kind: "status", status: 200, body: '{"received":true}' }) },
    failing: { kind: "status", status: 503 },
    refusing: { kind: "status", status: 404 },
  });
});
test.afterAll(() => receiver.stop());

test("no page is cut off or scrolls sideways, from a phone to a wide window", async ({ page, context, baseUrl }) => {
  test.setTimeout(600_000);
  const tenant = await signUp(page, account("Every Width"));
  const ids = await fillWorkspace({ context, baseUrl, tenantId: tenant, receiver, events: 5 });
  const faults: string[] = [];
  const look = async (address: string) => {
    await page.goto(address, { waitUntil: "load" });
    await expect(page.locator("h1").first()).toBeVisible();
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 900 });
      // Layout follows at once; what the page draws itself by its width, a chart, follows within two frames
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      for (const fault of await findOverflow(page)) faults.push(`${address} at ${width}: ${fault}`);
    }
  };
  for (const address of pagesOf(tenant, ids)) await look(address);
  await page.goto("about:blank");
  await forgetSession(page);
  for (const address of publicPages) await look(address);
  expect(faults).toEqual([]);
});

test("what a box cuts off, what leaves its cell and what leaves the window is found", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 400 });
  await page.setContent(`<style>* { margin: 0; white-space: nowrap } p { width: 40px } .cut { overflow: hidden } .dots { text-overflow: ellipsis }</style>
    <p class="cut">cut off in its box</p>
    <p class="cut dots">this one ends in dots</p>
    <p style="overflow: auto">this one can be scrolled</p>
    <table style="table-layout: fixed; width: 80px"><tr><td>much too long for a cell</td><td></td></tr></table>
    <div style="margin-left: 560px">beyond the window</div>`);
  expect((await findOverflow(page)).sort()).toEqual([
    '"beyond the window" leaves the window',
    '"cut off in its box" is cut off by p',
    '"much too long for a cell" sticks out of td',
    expect.stringContaining("the page scrolls sideways"),
  ]);
});
