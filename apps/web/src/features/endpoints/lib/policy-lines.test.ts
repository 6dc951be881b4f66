import { expect, test } from "vitest";
import { quietHealth as health } from "../test-support/quiet-health.ts";
import { policyLines } from "./policy-lines.ts";

const NOW = Date.UTC(2026, 10, 30, 8, 0, 0);
const endpoint = { ordered: false, rate_limit: null };
const later = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const line = (id: string, change: Partial<typeof health>, of: { ordered: boolean; rate_limit: number | null } = endpoint) =>
  policyLines(of, { ...health, ...change }, NOW).find((each) => each.id === id);

test("of a healthy endpoint no policy holds anything back, and each says what would change it", () => {
  for (const { holds, state, change } of policyLines(endpoint, health, NOW)) {
    expect(holds).toBe("nothing");
    expect(state).toMatch(/\.$/);
    expect(change).toMatch(/\.$/);
  }
});

test("an open circuit says what it opened for and counts down to its probe", () => {
  const opening = { opened_at: later(-60), attempts: 24, failures: 22, unanswered: 0, window_seconds: 60 };
  const open = { circuit_state: "open" as const, next_probe_at: later(41) };
  expect(line("circuit", { ...open, opening })).toMatchObject({
    holds: "everything",
    state: "The circuit is open after 22 of 24 attempts failed in 60 s; next probe in 0:41.",
  });
  const silent = { ...opening, attempts: 5, failures: 5, unanswered: 5 };
  expect(line("circuit", { ...open, opening: silent })?.state).toContain("5 attempts in a row without any answer");
  expect(line("circuit", { ...open, next_probe_at: later(-1) })?.state).toContain("with the next delivery that is due");
});

test("a policy holds back what waits for it, and no other does", () => {
  const waiting = [{ class: "first" as const, reason: "lane_full", until: null, ended_by: "permit_released" }];
  expect(
    policyLines(endpoint, { ...health, waiting }, NOW)
      .filter(({ holds }) => holds !== "nothing")
      .map(({ id }) => id),
  ).toEqual(["permits"]);
});

test("numbers stand with what they are of", () => {
  expect(line("permits", { lane: { cap: 7, in_flight: 3, sick: false } })?.state).toBe("3 of 7 in use.");
  expect(line("permits", { lane: { cap: 2, in_flight: 2, sick: true } })?.state).toContain("held to the least");
  const host = { ...health.host, in_flight: 5, active_subscriptions: 3 };
  expect(line("host", { host })?.state).toBe("5 of 20 requests to the host in flight; 2 other endpoints share it.");
  expect(line("rate", {}, { ordered: false, rate_limit: 20 })?.state).toContain("you allow 20");
  expect(line("ramp", { ramp_percent: 40 })).toMatchObject({ holds: "some", state: expect.stringContaining("40 %") });
  expect(line("budget", { retry_budget: { fill: 0 } })?.state).toContain("Empty");
  expect(line("backlog", { backlog: 1_234, oldest_due_at: later(-189) })?.state).toBe(
    "1,234 deliveries not final; the oldest due has been due for 3 min 09 s.",
  );
  expect(line("pause", { asked_to_wait_until: later(130) })?.state).toContain("2:10 more");
  expect(line("order", {}, { ordered: true, rate_limit: null })?.state).toContain("not known yet");
  expect(line("order", {})).toBeUndefined();
});
