import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findInvalidUtf8 } from "./find-invalid-utf8.ts";

const nearlyText = fc.tuple(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 4 }), fc.nat()).map(([text, noise, place]) => {
  const bytes = Buffer.from(text.toWellFormed());
  const at = place % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
});

test("exactly the texts that are not UTF-8 have a fault, and what stands before it is UTF-8", () => {
  fc.assert(
    fc.property(fc.oneof(nearlyText, fc.uint8Array({ maxLength: 8 })), (bytes) => {
      const at = findInvalidUtf8(bytes);
      expect(at === -1).toBe(isUtf8(bytes));
      if (at !== -1) expect(isUtf8(bytes.subarray(0, at))).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ["a stray byte", [0x61, 0xff], 1],
  ["an overlong slash", [0xc0, 0xaf], 0],
  ["half of a surrogate pair", [0x61, 0xed, 0xa0, 0x80], 1],
  ["a character beyond Unicode", [0xf4, 0x90, 0x80, 0x80], 0],
  ["a cut character", [0x61, 0x62, 0xe2, 0x82], 2],
])("C32: %s is found where it begins", (_name, bytes, at) => {
  expect(findInvalidUtf8(Uint8Array.from(bytes))).toBe(at);
});
