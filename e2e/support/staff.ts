import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { DATA_FOLDER_VARIABLE } from "./outbox.ts";
import { type Account, account, signUp } from "./workspace.ts";

const admin = path.join(import.meta.dirname, "../../scripts/admin.mjs");

/** Runs `npm run admin -- …` beside the product under test. @returns what it printed */
export async function runAdmin(...args: string[]): Promise<string> {
  const env = { ...process.env, HOOKLANE_DATA_DIR: process.env[DATA_FOLDER_VARIABLE], DATABASE_URL: "" };
  const { stdout } = await promisify(execFile)(process.execPath, [admin, ...args], { env });
  return stdout;
}

/** One of the support staff, signed in, at the console. */
export async function signInAsStaff(page: Page, workspace: string): Promise<Account> {
  const own = account(workspace);
  await signUp(page, own);
  await runAdmin("grant-staff", "--email", own.email);
  // Rights begin with a new sign-in
  await page.goto("/support");
  await page.getByLabel("E-mail address").fill(own.email);
  await page.getByLabel("Password", { exact: true }).fill(own.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/support");
  return own;
}
