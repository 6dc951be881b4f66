import { expect, test } from "vitest";
import { UploadBudget } from "./upload-budget.ts";

test("bytes are bounded for the process and for each tenant, and given back once", () => {
  const budget = new UploadBudget({ bytes: 100, bytesOfTenant: 60 });
  const first = budget.take("a", 60);
  expect(budget.take("a", 1)).toMatchObject({ ok: false, code: "too_much_under_way", retryAfterSeconds: 1 });
  const second = budget.take("b", 40);
  expect(budget.take("c", 1)).toMatchObject({ ok: false, code: "unavailable", retryAfterSeconds: 1 });
  for (let i = 0; i < 3; i++) (first as () => void)();
  expect(typeof budget.take("a", 60)).toBe("function");
  expect(budget.take("c", 1)).toMatchObject({ ok: false });
  (second as () => void)();
  expect(typeof budget.take("c", 40)).toBe("function");
});
