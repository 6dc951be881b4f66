import fc from "fast-check";
import { expect, test } from "vitest";
import { refusedBy, refusedUntil } from "../policy/verdict.ts";
import { refusalReasons, waitingReasons } from "../reasons/waiting-reason.ts";
import { waitingOf } from "./waiting.ts";

const now = 1_000_000;

test("before its time a delivery waits for its own schedule, even while its lane is refused", () => {
  const row = { reason: "retry_scheduled", nextAttemptAt: now + 1_500 } as const;
  const expected = { reason: "retry_scheduled", kind: "schedule", until: now + 1_500, waitSeconds: 2, endedBy: null };
  expect(waitingOf(row, null, now)).toEqual(expected);
  expect(waitingOf(row, refusedUntil("circuit_open", now + 30_000), now)).toEqual(expected);
  expect(waitingOf({ ...row, reason: "retry_after" }, null, now)).toMatchObject({ reason: "retry_after", kind: "endpoint" });
  expect(waitingOf({ ...row, reason: "catch_up" }, null, now)).toMatchObject({ reason: "catch_up", kind: "limit" });
  expect(waitingOf({ ...row, reason: "lane_full" }, null, now)).toMatchObject({ reason: "retry_scheduled" });
});

test("when it is due it waits for what refuses its lane, and for nothing when nothing does", () => {
  const row = { reason: null, nextAttemptAt: now } as const;
  expect(waitingOf(row, refusedUntil("circuit_open", now + 30_000), now)).toEqual({
    reason: "circuit_open",
    kind: "endpoint",
    until: now + 30_000,
    waitSeconds: 30,
    endedBy: null,
  });
  expect(waitingOf(row, refusedBy("lane_full", "permit_released"), now)).toMatchObject({
    kind: "limit",
    until: null,
    endedBy: "permit_released",
  });
  expect(waitingOf(row, null, now)).toMatchObject({ reason: "due_now", kind: "nothing" });
  expect(waitingOf(row, refusedUntil("rate_limited", now), now)).toMatchObject({ reason: "due_now" });
});

test("a paused subscription is the reason whatever is scheduled: no schedule outruns it", () => {
  const row = { reason: "retry_scheduled", nextAttemptAt: now + 60_000 } as const;
  expect(waitingOf(row, refusedBy("subscription_paused", "subscription_resumed"), now)).toEqual({
    reason: "subscription_paused",
    kind: "owner",
    until: null,
    waitSeconds: null,
    endedBy: "subscription_resumed",
  });
});

test("every waiting delivery has a reason, and either a moment later than now, an event that ends it, or nothing left to wait for", () => {
  const rows = fc.record({
    reason: fc.option(fc.constantFrom(...waitingReasons)),
    nextAttemptAt: fc.integer({ min: now - 100_000, max: now + 100_000 }),
  });
  const refusals = fc.option(
    fc.oneof(
      fc.record({ reason: fc.constantFrom(...refusalReasons), until: fc.integer({ min: now - 9, max: now + 99_999 }) }),
      fc.record({ reason: fc.constantFrom(...refusalReasons), until: fc.constant(null) }),
    ),
  );
  fc.assert(
    fc.property(rows, refusals, (row, refusal) => {
      const refused =
        refusal && (refusal.until === null ? refusedBy(refusal.reason, "permit_released") : refusedUntil(refusal.reason, refusal.until));
      const waiting = waitingOf(row, refused, now);
      expect(waitingReasons).toContain(waiting.reason);
      expect(waiting.kind).toBeDefined();
      if (waiting.reason === "due_now") expect([waiting.until, waiting.endedBy]).toEqual([null, null]);
      else if (waiting.endedBy === null && waiting.kind !== "owner") expect(waiting.until).toBeGreaterThan(now);
    }),
  );
});

test("a delivery of a paused replay waits for its people, whatever its schedule and its lane say", () => {
  const row = { reason: "replay_paused", nextAttemptAt: 90_000 } as const;
  expect(waitingOf(row, refusedUntil("circuit_open", 80_000), 10_000)).toMatchObject({
    reason: "replay_paused",
    kind: "owner",
    until: null,
  });
  expect(waitingOf(row, refusedBy("subscription_paused", "subscription_resumed"), 10_000).reason).toBe("subscription_paused");
});
