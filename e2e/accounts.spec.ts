import type { Browser, BrowserContext, Page } from "@playwright/test";
import { mailedLink, query } from "./support/outbox.ts";
import { expect, test } from "./support/watched-test.ts";
import { type Account, account, call, signUp } from "./support/workspace.ts";

async function signIn(
  browser: Browser,
  baseUrl: string,
  { email, password }: Pick<Account, "email" | "password">,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: baseUrl });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/ten_/);
  return { context, page };
}

test("who signs up is at work at once where no mail server is set, and confirms the address by the mail that the operator finds", async ({
  page,
}) => {
  const newcomer = account("Newcomer");
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill(newcomer.workspace);
  await page.getByLabel("E-mail address").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/ten_/);
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByLabel("Name").fill("at once");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/^hk_[0-9A-Za-z]{20,}$/)).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await page.goto(await mailedLink(newcomer.email, "/confirm"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(`${newcomer.email} is confirmed`)).toBeVisible();
  await page.getByRole("link", { name: "Open your workspace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: newcomer.workspace })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("C63: a forgotten password is replaced by a link from the mail, and a browser that was signed in is not any more", async ({
  page,
  browser,
  baseUrl,
}) => {
  const owner = account("Forgetful");
  await signUp(page, owner);
  const visitor = await browser.newContext({ baseURL: baseUrl });
  const other = await visitor.newPage();
  await other.goto("/sign-in");
  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(other.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await other.getByLabel("E-mail address").fill(owner.email);
  await other.getByRole("button", { name: "Send the link" }).click();
  await expect(other.getByText("Look into your mail")).toBeVisible();
  await other.goto(await mailedLink(owner.email, "/reset-password"));
  await other.getByLabel("New password").fill("short");
  await other.getByRole("button", { name: "Change the password" }).click();
  await expect(other.getByText("a password has at least 12 characters", { exact: false })).toBeVisible();
  await other.getByLabel("New password").fill("quite another pass phrase");
  await other.getByRole("button", { name: "Change the password" }).click();
  await expect(other.getByText("The password is changed")).toBeVisible();
  await visitor.close();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await (await signIn(browser, baseUrl, { email: owner.email, password: "quite another pass phrase" })).context.close();
});

test("C63: in two browsers, a change of the password and a demotion end the other session at its next click", async ({
  page,
  browser,
  context,
  baseUrl,
}) => {
  const owner = account("Two Browsers");
  const tenantId = await signUp(page, owner);
  const second = await signIn(browser, baseUrl, owner);
  await second.page.goto("/account");
  await expect(second.page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(3);
  await second.page.getByLabel("Present password").fill(owner.password);
  await second.page.getByLabel("New password").fill("another pass phrase of theirs");
  await second.page.getByRole("button", { name: "Change password" }).click();
  await expect(second.page.getByText("Every other session has ended")).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in/); // what the page asks for by itself is refused already
  expect((await call(context, baseUrl, "me.get", undefined, "query")).status).toBe(401);

  const guest = account("Demoted Guest");
  const guestContext = await browser.newContext({ baseURL: baseUrl });
  const guestPage = await guestContext.newPage();
  await signUp(guestPage, guest);
  await call(second.context, baseUrl, "invitations.create", { tenantId, email: guest.email, role: "admin" });
  await guestPage.goto(await mailedLink(guest.email, "/invitation"));
  await guestPage.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(guestPage).toHaveURL(`/${tenantId}`);
  await second.page.goto(`/${tenantId}/members`);
  await second.page.getByLabel(`Role of ${guest.email}`).selectOption("viewer");
  await expect(second.page.getByText("is viewer now")).toBeVisible();
  await guestPage.goto(`/${tenantId}/keys`);
  await expect(guestPage).toHaveURL(/\/sign-in/);
  await guestContext.close();
  await second.context.close();
});

test("an invitation leads a person without an account into the workspace, with the role that was offered; the audit log tells", async ({
  page,
  browser,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Inviting"));
  const { email } = account("Invited");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("viewer");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("table", { name: "Invitations" })).toContainText(email);
  const context = await browser.newContext({ baseURL: baseUrl });
  const guest = await context.newPage();
  await guest.goto(await mailedLink(email, "/invitation"));
  await expect(guest.getByRole("heading", { name: "Join Inviting" })).toBeVisible();
  await guest.getByLabel("Your name").fill("Grace Hopper");
  await guest.getByLabel("Password", { exact: true }).fill("a pass phrase of Grace");
  await guest.getByRole("button", { name: "Create account and join" }).click();
  await expect(guest).toHaveURL(`/${tenantId}`);
  await expect(guest.getByRole("link", { name: "Audit log" })).toBeHidden();
  await guest.goto(`/${tenantId}/audit`);
  await expect(guest.getByText("Your role may not read the audit log")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Grace Hopper");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByLabel("Kind of change").selectOption("invitation");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log).toContainText("Accepted an invitation");
  await expect(log).not.toContainText("Created the workspace");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit-log.csv");
});

test("C61: after ten wrong passwords an account takes no more, and who is signed in stays so", async ({ page, browser, baseUrl }) => {
  const owner = account("Guessed At");
  await signUp(page, owner);
  const context = await browser.newContext({ baseURL: baseUrl });
  const guesser = await context.newPage();
  await guesser.goto("/sign-in");
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  for (let index = 0; index < 10; index++) {
    const answer = await context.request.post("/api/auth/callback/credentials", {
      form: { email: owner.email, password: `guess ${index}`, csrfToken, json: "true" },
      headers: { "x-forwarded-for": `203.0.113.${index}` },
    });
    expect(answer.status()).toBe(401);
  }
  await guesser.getByLabel("E-mail address").fill(owner.email);
  await guesser.getByLabel("Password", { exact: true }).fill(owner.password);
  await guesser.getByRole("button", { name: "Sign in" }).click();
  await expect(guesser.getByText("Too many attempts")).toBeVisible();
  await context.close();
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await query("DELETE FROM attempt_limits");
});
