import { type JobView, jobStates } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { isMoving, jobParts, jobSentence } from "./job-text.ts";

const job: JobView = {
  id: "job_1",
  kind: "replay",
  subscription_id: "sub_1",
  state: "running",
  failure: null,
  since: "2026-11-30T00:00:00.000Z",
  until: "2026-11-30T12:00:00.000Z",
  types: null,
  states: ["dead"],
  selected: 1_500,
  queued: 700,
  delivered: 400,
  dead: 100,
  pending: 1_000,
  cancelled: 0,
  rate_per_second: 20,
  max_rate_per_second: null,
  eta_seconds: 50,
  created_at: "2026-11-30T12:00:00.000Z",
  started_at: null,
  finished_at: null,
};

test("a running job says how much is to go and for how long", () => {
  expect(jobSentence(job)).toBe("1,000 to go, about 50 s at 20/s.");
  expect(jobSentence({ ...job, eta_seconds: null })).toBe("1,000 to go.");
});

test("a chosen rate is told beside the one that is seen", () => {
  const chosen = { ...job, max_rate_per_second: 25 };
  expect(jobSentence(chosen)).toBe("1,000 to go, about 50 s at 20/s of at most 25/s.");
  expect(jobSentence({ ...chosen, eta_seconds: null })).toBe("1,000 to go, at most 25/s.");
});

test("every state has a sentence, and a failure its reason", () => {
  for (const state of jobStates) expect(jobSentence({ ...job, state })).toMatch(/\.$/);
  expect(jobSentence({ ...job, state: "failed", failure: "subscription_deleted" })).toContain("deleted");
});

test("the parts add up to what was selected", () => {
  expect(jobParts(job).reduce((sum, { count }) => sum + count, 0)).toBe(job.selected);
});

test("a cancelled job moves until what is in flight has ended", () => {
  expect(isMoving({ state: "cancelled", pending: 3 })).toBe(true);
  expect(isMoving({ state: "cancelled", pending: 0 })).toBe(false);
});
