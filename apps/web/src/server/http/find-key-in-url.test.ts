import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import { hasKeyInUrl } from "./find-key-in-url.ts";

const has = (query: string): boolean => hasKeyInUrl(new URLSearchParams(query));

test("K2: a key is found under any name, as a name, encoded, and after Bearer; names that promise a key are enough", () => {
  const { key } = generateApiKey();
  for (const query of [
    `a=${key}`,
    key,
    `a=b&${key}=1`,
    `a=Bearer+${key}`,
    `a=hk%5F${key.slice(3)}`,
    "api_key=1",
    "Access_Token=",
    "TOKEN=x",
  ]) {
    expect([query, has(query)]).toEqual([query, true]);
  }
});

test("no cursor is taken for a key", () => {
  for (let i = 0; i < 10_000; i++) expect(has(`cursor=${randomBytes(16).toString("base64url")}&limit=5`)).toBe(false);
});
