import { expect, test } from "@playwright/test";

test("the first page names the product and asks no other origin for anything", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== baseURL && url.protocol !== "data:" && url.protocol !== "blob:") foreign.push(request.url());
  });
  const response = await page.goto("/", { waitUntil: "networkidle" });
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/Hooklane/);
  expect(foreign).toEqual([]);
});
