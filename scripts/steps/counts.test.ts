import { expect, test } from "vitest";
import { faultCounts, playwrightCounts, settleCounts, vitestCounts } from "./counts.ts";

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] };

test("Vitest's tests are counted by outcome", () => {
  expect(vitestCounts(vitest)).toEqual({ passed: 3, failed: 1, skipped: 3 });
});

test("a test file that cannot be loaded is a failure although none of its tests failed", () => {
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{}] },
    { status: "passed", assertionResults: [{}] },
  ];
  expect(vitestCounts({ ...vitest, testResults }).failed).toBe(2);
});

test("a test that passed only at the second try is a failure, and so is an error outside of a test", () => {
  expect(playwrightCounts({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] })).toEqual({
    passed: 4,
    failed: 3,
    skipped: 2,
  });
});

test("each fault test counts as one, and one that broke a limit before it was skipped has failed", () => {
  const skipped = "no memory file system can be mounted";
  expect(
    faultCounts({ tests: { FT1: { pass: true }, FT2: { pass: false }, FT9: { pass: true, skipped }, FT10: { pass: false, skipped } } }),
  ).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test("a command that fails without a failed test, and a step that ran nothing, are one failure", () => {
  expect(settleCounts({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  expect(settleCounts({ passed: 0, failed: 0, skipped: 7 }, 0).failed).toBe(1);
  expect(settleCounts({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2);
  expect(settleCounts({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
});
