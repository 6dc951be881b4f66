import { expect, test } from "./support/watched-test.ts";
import { account, call, forgetSession, signUp } from "./support/workspace.ts";

test("a wrong password and an unknown address are refused in the same words, and nobody is signed in", async ({ page }) => {
  const owner = account("Wrong Password");
  await signUp(page, owner);
  await forgetSession(page);
  const refusals: (string | null)[] = [];
  for (const email of [owner.email, `nobody-${owner.email}`]) {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the pass phrase");
    await page.getByRole("button", { name: "Sign in" }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toBeVisible();
    refusals.push(await alert.textContent());
  }
  expect(refusals[0]).toContain("do not belong together");
  expect(refusals[1]).toBe(refusals[0]);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("who is not signed in is sent to sign in, and then back to where they were going", async ({ page }) => {
  const owner = account("Way Back");
  const tenant = await signUp(page, owner);
  await forgetSession(page);
  await page.goto(`/${tenant}/deliveries?state=dead`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`/${tenant}/deliveries?state=dead`);
  await expect(page.getByRole("button", { name: "Dead" })).toHaveAttribute("aria-pressed", "true");
});

test("a sign-in leads to no other origin, whatever the address asks for", async ({ page, baseUrl }) => {
  const owner = account("Open Redirect");
  await signUp(page, owner);
  await forgetSession(page);
  await page.goto("/sign-in?next=//evil.example/path");
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/ten_/);
  expect(new URL(page.url()).origin).toBe(baseUrl);
});

test("signing out ends the session for the cookie too, not only in this browser", async ({ page, context, baseUrl }) => {
  const tenant = await signUp(page, account("Sign Out"));
  const kept = await context.cookies();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await context.addCookies(kept);
  expect((await call(context, baseUrl, "me.get", undefined, "query")).status).toBe(401);
  await page.goto(`/${tenant}`);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a page that is open when its session ends leads to signing in, and back", async ({ page, context }) => {
  const tenant = await signUp(page, account("Ended Session"));
  await page.goto(`/${tenant}/endpoints`);
  await context.clearCookies();
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(`/${tenant}/endpoints`)}`);
});
