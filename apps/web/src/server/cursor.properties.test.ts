import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor stands for its row's id, and fits into a URL as it is", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const cursor = encodeCursor(id);
      expect(encodeURIComponent(cursor)).toBe(cursor);
      expect(decodeCursor(cursor)).toBe(id);
    }),
  );
});

test.each(["", "x", "a".repeat(23), `${"a".repeat(21)}=`, `${"a".repeat(21)}'`])("%s is no cursor", (text) => {
  expect(decodeCursor(text)).toBeUndefined();
});
