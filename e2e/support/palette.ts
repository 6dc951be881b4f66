import type { Locator, Page } from "@playwright/test";
import { expect } from "./watched-test.ts";

/** Opens the palette by its keys, pressed again until the page reads them: before its scripts run, nothing does. @returns its box, which has the focus */
export async function openPalette(page: Page): Promise<Locator> {
  const box = page.getByRole("combobox", { name: /beginning of an id/ });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  return box;
}
