import { type BrowserContext, expect, type Page } from "@playwright/test";

import { mailedLink } from "./outbox.ts";

export interface Account {
  workspace: string;
  email: string;
  password: string;
}

/** An account whose address nobody else has. @param workspace its name, of letters and spaces */
export const account = (workspace: string): Account => ({
  workspace,
  email: `${workspace.toLowerCase().replaceAll(" ", "-")}-${crypto.randomUUID().slice(0, 8)}@example.com`,
  password: `a long pass phrase of ${workspace}`,
});

/**
 * Signs up in the browser, and confirms the address by the link that was mailed there.
 * @returns the new workspace's id, on whose first page the browser then is
 */
export async function signUp(page: Page, { workspace, email, password }: Account): Promise<string> {
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill(workspace);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/ten_[0-9a-z]+$/);
  const [, token] = (await mailedLink(email, "/confirm")).split("#");
  const { origin } = new URL(page.url());
  const confirmed = await call(page.context(), origin, "auth.confirmEmail", { token });
  expect(confirmed.status).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: workspace })).toBeVisible();
  return tenantOf(page);
}

/** Takes the browser's cookies away, as if it had never signed in. Not under an open page: one that asks on goes to sign in, and would cut off what comes next. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** The workspace whose page the browser shows. */
export function tenantOf(page: Page): string {
  const [, tenant = ""] = new URL(page.url()).pathname.split("/");
  return tenant;
}

/** What a procedure answered: its HTTP status, and its data or what went wrong. */
export interface ProcedureAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds; each caller states what it expects of it
  body: any;
}

/** Calls a procedure as the pages do, with the browser's cookies. @param path like `endpoints.create` */
export async function call(
  context: BrowserContext,
  baseUrl: string,
  path: string,
  input: unknown,
  kind: "query" | "mutation" = "mutation",
) {
  const url = `${baseUrl}/api/trpc/${path}`;
  const answer =
    kind === "mutation"
      ? await context.request.post(url, { data: JSON.stringify(input), headers: { "content-type": "application/json", origin: baseUrl } })
      : await context.request.get(input === undefined ? url : `${url}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const body = await answer.json();
  return { status: answer.status(), body: body.result?.data ?? body.error } satisfies ProcedureAnswer;
}
