import { rmSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./browser.ts";

const root = path.join(import.meta.dirname, "..");
const dataFolder = path.join(root, "test-results/e2e-data");
const port = 3111;

// This file is read once by the runner and again by each of its workers, which inherit what the runner found.
const isRunner = process.env.TEST_WORKER_INDEX === undefined;
if (isRunner) {
  rmSync(dataFolder, { recursive: true, force: true }); // every run begins with an empty product
  process.env.HOOKLANE_CHROMIUM = await findChromium();
}

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: path.join(root, "test-results/e2e"),
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  workers: 1,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.HOOKLANE_CHROMIUM,
      // No sandbox: root in a container has none. The rest keeps the browser from calling home, so that every request seen is the page's.
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: "node ../scripts/start.mjs",
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), HOOKLANE_DATA_DIR: dataFolder, HOOKLANE_ALLOW_HTTP: "1", DATABASE_URL: "" },
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
  },
});
