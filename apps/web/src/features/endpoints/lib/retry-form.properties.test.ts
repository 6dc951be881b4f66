import { retryPolicySchema } from "@hooklane/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyRetryForm, retryFormOf, retryFormSchema, retryPolicyOf } from "./retry-form.ts";

const policies = fc.record(
  {
    base_ms: fc.integer({ min: 100, max: 3_600_000 }),
    factor: fc.integer({ min: 1, max: 10 }),
    cap_ms: fc.integer({ min: 1_000, max: 86_400_000 }),
    window_ms: fc.integer({ min: 1_000, max: 72 * 3_600_000 }),
    max_attempts: fc.integer({ min: 1, max: 1_000 }),
    jitter: fc.constantFrom("full", "equal", "decorrelated"),
    on_empty_budget: fc.constantFrom("defer", "dead_letter"),
  },
  { requiredKeys: [] },
);

test("whatever policy is stored, the form that shows it is valid, and saving it unchanged changes it by less than can be shown", () => {
  fc.assert(
    fc.property(policies, (policy) => {
      const form = retryFormOf(policy);
      expect(retryFormSchema.safeParse(form).success).toBe(true);
      const back = retryPolicyOf(form);
      expect(Object.keys(back).sort()).toEqual(Object.keys(policy).sort());
      expect(retryPolicySchema.safeParse(back).success).toBe(true);
      for (const [name, value] of Object.entries(policy)) {
        const saved = back[name as keyof typeof back];
        if (typeof value === "number") expect(Math.abs((saved as number) - value)).toBeLessThanOrEqual(value * 1e-5 + 0.5);
        else expect(saved).toBe(value);
      }
    }),
  );
});

test("what is empty follows the installation, and what is out of range is told with its range", () => {
  expect(retryPolicyOf(emptyRetryForm)).toEqual({});
  expect(retryPolicyOf({ ...emptyRetryForm, base_s: "0.5", window_h: "48" })).toEqual({ base_ms: 500, window_ms: 172_800_000 });
  const faults = (change: object) => retryFormSchema.safeParse({ ...emptyRetryForm, ...change }).error?.issues[0]?.message;
  expect(faults({ window_h: "100" })).toContain("72 h");
  expect(faults({ max_attempts: "2.5" })).toContain("whole");
  expect(faults({ base_s: "soon" })).toContain("a number");
});
