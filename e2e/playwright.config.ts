import { rmSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./browser.ts";
import { DATA_FOLDER_VARIABLE } from "./support/outbox.ts";
import { egressAllow } from "./support/receivers.ts";
import { serverPolicy } from "./support/server-policy.ts";

const root = path.join(import.meta.dirname, "..");
const dataFolder = path.join(root, "test-results/e2e-data");
const port = 3111;
process.env[DATA_FOLDER_VARIABLE] = dataFolder;

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
  timeout: 120_000, // for a machine that is busy with other things; nothing here waits on purpose
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.HOOKLANE_CHROMIUM,
      args: chromiumArgs,
    },
  },
  webServer: {
    command: "node ../scripts/start.mjs",
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      HOOKLANE_DATA_DIR: dataFolder,
      HOOKLANE_ALLOW_HTTP: "1",
      HOOKLANE_EGRESS_ALLOW: egressAllow,
      HOOKLANE_POLICY: JSON.stringify(serverPolicy),
      DATABASE_URL: "",
    },
    reuseExistingServer: false,
    timeout: 600_000, // it may have to build first
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
  },
});
