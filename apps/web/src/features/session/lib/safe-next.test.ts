import { expect, test } from "vitest";
import { safeNext } from "./safe-next.ts";

test("a path of this origin is kept with its query", () => {
  expect(safeNext("/ten_1/deliveries?state=dead#x")).toBe("/ten_1/deliveries?state=dead#x");
});

test("no address leads away from this origin", () => {
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "\\\\e",
    "",
    undefined,
  ])
    expect(safeNext(next)).toBe("/");
});
