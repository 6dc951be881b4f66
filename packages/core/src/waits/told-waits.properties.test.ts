import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryClasses } from "../policy/delivery-class.ts";
import { refusalReasons, waitingReasons } from "../reasons/waiting-reason.ts";
import { type DeliveryLife, type EndedAttempt, type LaneWait, toldWaits } from "./told-waits.ts";

const start = 1_700_000_000_000;
const span = fc.integer({ min: 0, max: 40_000 });

/** Attempts one after another: each a while after the one before. */
const attempts = fc
  .array(fc.record({ afterMs: span, lastedMs: span, dueMs: fc.option(span), isFailure: fc.boolean() }), { maxLength: 6 })
  .map((steps) => {
    let at = start;
    return steps.map(({ afterMs, lastedMs, dueMs, isFailure }): EndedAttempt => {
      const startedAt = at + afterMs;
      at = startedAt + lastedMs;
      return { startedAt, endedAt: at, nextDueAt: dueMs === null ? null : at + dueMs, isFailure };
    });
  });
const lives = fc
  .record({
    attempts,
    afterMs: span,
    state: fc.constantFrom("pending", "inflight", "delivered", "dead"),
    firstClass: fc.constantFrom(...deliveryClasses),
    current: fc.option(fc.constantFrom(...waitingReasons)),
  })
  .map(
    ({ afterMs, ...life }): DeliveryLife => ({ ...life, createdAt: start, endedAt: (life.attempts.at(-1)?.endedAt ?? start) + afterMs }),
  );
const waits = fc.array(
  fc
    .record({
      class: fc.constantFrom(...deliveryClasses),
      reason: fc.constantFrom(...refusalReasons),
      beganAt: fc.integer({ min: start - 60_000, max: start + 300_000 }),
      lastedMs: fc.integer({ min: 0, max: 120_000 }),
      times: fc.nat(9),
    })
    .map(({ lastedMs, ...wait }): LaneWait => ({ ...wait, endedAt: wait.beganAt + lastedMs, limit: null, until: null })),
  { maxLength: 12 },
);

test("waits told of a delivery never overlap one another nor an attempt, and lie within its life, whatever its lane was refused for", () => {
  fc.assert(
    fc.property(lives, waits, (life, ofLane) => {
      const told = toldWaits(life, ofLane);
      let at = life.createdAt;
      for (const { from, to } of told) {
        expect(from).toBeGreaterThanOrEqual(at);
        at = to ?? life.endedAt;
        expect(at).toBeGreaterThanOrEqual(from);
        expect(at).toBeLessThanOrEqual(life.endedAt);
        for (const attempt of life.attempts) expect(at <= attempt.startedAt || from >= attempt.endedAt).toBe(true);
      }
      expect(told.slice(0, -1).every(({ to }) => to !== null)).toBe(true);
    }),
  );
});

test("every reason told was one of the lane's at that time, or the delivery's own", () => {
  fc.assert(
    fc.property(lives, waits, (life, ofLane) => {
      for (const { reason, from, to } of toldWaits(life, ofLane)) {
        if (reason === null || reason === "retry_scheduled" || to === null) continue;
        expect(ofLane.some((wait) => wait.reason === reason && wait.beganAt <= from && wait.endedAt > from)).toBe(true);
      }
    }),
  );
});
