import { expect, test } from "vitest";
import { qrPath } from "./qr-path.ts";

test("each run of dark modules is one rectangle, and light ones are left out", () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, false, false, false],
      [true, true, true, true],
    ]),
  ).toBe("M0 0h2v1h-2zM3 0h1v1h-1zM0 2h4v1h-4z");
});
