import { createHash } from "node:crypto";
import { apiKeyPattern } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { generateApiKey, hashApiKey, isApiKey } from "./api-key.ts";

test("K1: keys are all different, are recognised as keys, and are known by their sha-256", () => {
  const made = Array.from({ length: 500 }, generateApiKey);
  expect(new Set(made.map(({ key }) => key)).size).toBe(500);
  for (const { key, prefix, hash } of made) {
    expect(key).toMatch(apiKeyPattern);
    expect(isApiKey(key)).toBe(true);
    expect(key.startsWith(prefix) && prefix.length < 12).toBe(true);
    expect(hash).toEqual(createHash("sha256").update(key).digest());
    expect(hashApiKey(key)).toEqual(hash);
  }
});

test("a key with one character changed is no key", () => {
  const { key } = generateApiKey();
  for (let i = 3; i < key.length; i++) {
    const other = key[i] === "a" ? "b" : "a";
    expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
  }
});

test.each(["", "hk_", "whsec_abc", `hk_${"0".repeat(48)}`, `hk_${"0".repeat(50)}`, `hk_${"é".repeat(49)}`])("%s is no key", (text) => {
  expect(isApiKey(text)).toBe(false);
});
