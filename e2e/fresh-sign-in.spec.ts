import { expectAccessible } from "./support/expect-accessible.ts";
import { query } from "./support/outbox.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

test("S6, A5: after a while a secret is shown only to whoever confirms who they are, and then by itself", async ({
  page,
  context,
  baseUrl,
}) => {
  const person = account("Stale Session");
  const tenantId = await signUp(page, person);
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: "https://hooks.example.com/in",
    event_types: ["*"],
  });
  await query(
    "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [person.email],
  );
  await page.goto(`/${tenantId}/endpoints/${endpoint.id}/secrets`);
  const reveal = page.getByRole("button", { name: "Reveal" });
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  const password = dialog.getByLabel("Your password");

  await reveal.focus();
  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  await expect(dialog).toContainText("before you look at signing secrets");
  await expectAccessible(page, "the confirmation");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("The secrets were not revealed")).toBeVisible();
  await expect(page.locator("body")).not.toContainText(endpoint.secret);

  await reveal.focus();
  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  await page.keyboard.type("not my password at all");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your present password.")).toBeVisible();
  await password.fill(person.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(endpoint.secret)).toBeVisible();
});
