import { mkdirSync } from "node:fs";
import path from "node:path";
import { startProductUnderTest, startReceiver } from "@hooklane/testkit";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "../e2e/browser.ts";
import { fillWorkspace } from "../e2e/support/fill-workspace.ts";
import { DATA_FOLDER_VARIABLE } from "../e2e/support/outbox.ts";
import { signInAsStaff } from "../e2e/support/staff.ts";
import { signUp } from "../e2e/support/workspace.ts";

/**
 * Shows every page of the dashboard: starts the product on data of its own, fills a workspace, and writes <folder>/<theme>/<page>.png, and
 * <folder>/phone/<page>.png. The folder is the first argument, `.data/screenshots` without one. Needs a production build; those of README are kept in docs/screenshots.
 */
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "../.data/screenshots"));
const views = {
  light: { viewport: { width: 1_280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1_280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;

const MAX_HEIGHT_PX = 1_600;

/** Where a picture is taken, and what is done on the page before. */
type Shot = [name: string, address: string, prepare?: (page: Page) => Promise<unknown>];

const receiver = await startReceiver({
  behaviours: {
    healthy: {
      kind: "scripted",
      respond: () => ({
        kind: "status",
        status: 200,
        headers: { "content-type": "application/json" },
        body: '{"received":true,"queue":"orders"}',
      }),
    },
    failing: {
      kind: "scripted",
      respond: () => ({
        kind: "status",
        status: 503,
        headers: { "retry-after": "120" },
        body: "upstream connect error: no healthy upstream",
      }),
    },
    refusing: {
      kind: "scripted",
      respond: () => ({
        kind: "status",
        status: 404,
        headers: { "content-type": "text/html" },
        body: "<html><body><h1>Not Found</h1></body></html>",
      }),
    },
  },
});
const product = await startProductUnderTest({
  HOOKLANE_ALLOW_HTTP: "1",
  HOOKLANE_EGRESS_ALLOW: Object.values(receiver.ports)
    .map((port) => `127.0.0.1:${port}`)
    .join(","),
});
process.env[DATA_FOLDER_VARIABLE] = product.dataFolder;
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
try {
  await takeAll(browser, product.baseUrl);
} finally {
  await browser.close();
  await product.stop();
  await product.dispose();
  await receiver.stop();
}

async function takeAll(browser: Browser, baseUrl: string): Promise<void> {
  const owner = { workspace: "Northwind Freight", email: "ada@northwind.example", password: "a long pass phrase of Ada" };
  const context = await browser.newContext({ baseURL: baseUrl });
  const tenant = await signUp(await context.newPage(), owner);
  await takeIn(browser, context, baseUrl, [
    ["overview-new", `/${tenant}`],
    ["endpoint-new", `/${tenant}/endpoints/new`],
    [
      "endpoint-new-errors",
      `/${tenant}/endpoints/new`,
      async (page) => {
        await page.getByLabel("URL").fill("ftp://files.example.com");
        await page.getByLabel("Event types").fill("order..paid");
        await page.getByRole("button", { name: "Create endpoint" }).click();
      },
    ],
    ["endpoints-empty", `/${tenant}/endpoints`],
    ["deliveries-empty", `/${tenant}/deliveries`],
    ["keys-empty", `/${tenant}/keys`],
  ]);
  const ids = await fillWorkspace({ context, baseUrl, tenantId: tenant, receiver, events: 30 });
  const endpoint = `/${tenant}/endpoints/${ids.healthy}`;
  await takeIn(browser, context, baseUrl, [
    ["overview", `/${tenant}`],
    ["endpoints", `/${tenant}/endpoints`],
    ["endpoint", endpoint],
    ["endpoint-waiting", `/${tenant}/endpoints/${ids.failing}`],
    ["endpoint-deliveries", `${endpoint}/deliveries`],
    [
      "endpoint-test",
      `${endpoint}/test`,
      async (page) => {
        await page.getByRole("button", { name: "Send test event" }).click();
        await page.getByText("Delivered at").waitFor();
      },
    ],
    ["endpoint-settings", `${endpoint}/settings`],
    [
      "endpoint-delete",
      `${endpoint}/settings`,
      async (page) => {
        await page.getByRole("button", { name: "Delete endpoint" }).click();
        await page.getByRole("alertdialog").waitFor();
      },
    ],
    [
      "endpoint-secrets",
      `${endpoint}/secrets`,
      async (page) => {
        await page.getByRole("button", { name: "Reveal" }).click();
        await page.getByRole("button", { name: "Hide" }).waitFor();
      },
    ],
    [
      "endpoint-rotate",
      `${endpoint}/secrets`,
      async (page) => {
        await page.getByRole("button", { name: "Rotate" }).click();
        await page.getByRole("dialog").waitFor();
      },
    ],
    ["deliveries", `/${tenant}/deliveries`],
    ["deliveries-filtered", `/${tenant}/deliveries?state=pending,dead&range=24h`],
    ["deliveries-no-match", `/${tenant}/deliveries?type=nobody.sends.this`],
    ["delivery", `/${tenant}/deliveries/${ids.delivered}`],
    ["delivery-pending", `/${tenant}/deliveries/${ids.pending}`],
    ["delivery-dead", `/${tenant}/deliveries/${ids.dead}`],
    [
      "deliveries-chosen",
      `/${tenant}/deliveries`,
      async (page) => {
        await page.getByRole("button", { name: "More filters" }).click();
        await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
      },
    ],
    ["events", `/${tenant}/events`],
    ["event", `/${tenant}/events/${ids.event}`],
    ["event-types", `/${tenant}/event-types`],
    ["event-type", `/${tenant}/event-types/order.paid`],
    ["event-type-edit", `/${tenant}/event-types/order.paid/edit`],
    ["replays", `/${tenant}/replays`],
    [
      "replay-plan",
      `/${tenant}/replays/new?endpoint=${ids.refusing}`,
      async (page) => {
        await page.getByRole("button", { name: "Show the plan" }).click();
        await page.getByText("Takes").waitFor();
      },
    ],
    ["replay", `/${tenant}/replays/${ids.job}`],
    ["inbox", `/${tenant}/inbox`],
    [
      "palette",
      `/${tenant}/deliveries`,
      async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: /beginning of an id/ }).fill(ids.delivered.slice(0, 12));
        await page.getByRole("option", { name: /dlv_/ }).first().waitFor();
      },
    ],
    [
      "shortcuts",
      `/${tenant}/deliveries`,
      async (page) => {
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
      },
    ],
    ["keys", `/${tenant}/keys`],
    [
      "key-new",
      `/${tenant}/keys`,
      async (page) => {
        await page.getByRole("button", { name: "New API key" }).click();
        await page.getByLabel("Name").fill("shop backend");
      },
    ],
    [
      "account-menu",
      `/${tenant}`,
      async (page) => {
        const opener = page.getByRole("button", { name: "Open the navigation" });
        if (await opener.isVisible()) await opener.click();
        await page.getByRole("button", { name: /^Account/ }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
      },
    ],
    ["alerts", `/${tenant}/alerts`],
    ["notifications", `/${tenant}/notifications`],
    ["members", `/${tenant}/members`],
    ["audit", `/${tenant}/audit`],
    ["workspace-settings", `/${tenant}/settings`],
    ["account", "/account"],
    ["not-found", `/${tenant}/endpoints/sub_00000000000000000000000000`],
  ]);
  const desk = await browser.newContext({ baseURL: baseUrl });
  await signInAsStaff(await desk.newPage(), "Help desk");
  await takeIn(browser, desk, baseUrl, [
    ["support", "/support?q=northwind"],
    ["support-tenant", `/support/tenants/${tenant}`],
    ["support-explain", `/support/explain?delivery=${ids.pending}`],
    ["support-workers", "/support/workers"],
    ["support-jobs", "/support/jobs"],
    ["support-limits", "/support/limits"],
    ["support-mail", "/support/mail"],
  ]);
  const nobody = await browser.newContext({ baseURL: baseUrl });
  await takeIn(browser, nobody, baseUrl, [
    ["landing", "/"],
    ["sign-in", "/sign-in"],
    ["sign-up", "/sign-up"],
    ["forgot-password", "/forgot-password"],
    ["docs-api", "/docs/api"],
    ["docs-errors", "/docs/errors"],
    ["not-found-outside", "/nothing/here"],
  ]);
}

/** Takes each picture in each view, as whoever is signed in with the context's cookies. */
async function takeIn(browser: Browser, signedIn: BrowserContext, baseUrl: string, shots: readonly Shot[]): Promise<void> {
  const storageState = await signedIn.storageState();
  for (const [view, options] of Object.entries(views)) {
    mkdirSync(path.join(folder, view), { recursive: true });
    const context = await browser.newContext({ baseURL: baseUrl, storageState, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") console.error(`${view} ${page.url()}: ${message.text()}`);
    });
    for (const [name, address, prepare] of shots) {
      await page.goto(address, { waitUntil: "networkidle" });
      await prepare?.(page);
      const heightPx = await page.evaluate<number>("document.documentElement.scrollHeight");
      const { width, height } = options.viewport;
      await page.setViewportSize({ width, height: Math.min(Math.max(height, heightPx), MAX_HEIGHT_PX) });
      await page.evaluate("window.scrollTo(0, 0); document.fonts.ready.then(() => undefined)");
      await page.screenshot({ path: path.join(folder, view, `${name}.png`), animations: "disabled" });
      await page.setViewportSize(options.viewport);
    }
    await context.close();
  }
}
