import { test as base, expect } from "@playwright/test";

/**
 * A test whose pages are watched: whatever it does, no page may ask another origin for anything, break the page policy, or fail in the
 * browser. Pages and their assets alone are meant: what a test itself fetches is not watched.
 */
export const test = base.extend<{ watched: undefined; baseUrl: string }>({
  /** Where the product is, without a slash at its end. */
  baseUrl: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("the configuration names no product");
    await use(baseURL);
  },
  watched: [
    async ({ context, baseUrl }, use) => {
      const faults: string[] = [];
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== baseUrl && protocol !== "data:" && protocol !== "blob:") faults.push(`a request left: ${request.url()}`);
      });
      context.on("console", (message) => {
        if (/Content Security Policy/i.test(message.text())) faults.push(`policy: ${message.text()}`);
        if (/hydrat/i.test(message.text())) faults.push(`hydration: ${message.text()}`);
      });
      context.on("weberror", (error) => faults.push(`error: ${error.error().stack}`));
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
