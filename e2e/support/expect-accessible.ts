import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** All rules in the light theme, in the dark one those that depend on colours; of the page itself, not of what stands there while it is being read. */
export async function expectAccessible(page: Page, where: string, except: string[] = []): Promise<void> {
  await expect(page.locator("[role=status][aria-busy=true]"), `${where}, read`).toHaveCount(0);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page });
    if (theme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]).disableRules(except);
    const { violations } = await axe.analyze();
    const told = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
    );
    expect(told, `${where}, ${theme}`).toEqual([]);
  }
}
