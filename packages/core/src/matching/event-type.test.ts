import { expect, test } from "vitest";
import { matchesEventType } from "./event-type.ts";

test("a pattern takes its own type, `*` takes every type, `prefix.*` takes the types below the prefix", () => {
  expect(matchesEventType(["geofence.enter"], "geofence.enter")).toBe(true);
  expect(matchesEventType(["geofence.enter"], "geofence.entered")).toBe(false);
  expect(matchesEventType(["*"], "anything.at.all")).toBe(true);
  expect(matchesEventType(["geofence.*"], "geofence.exit")).toBe(true);
  expect(matchesEventType(["geofence.*"], "geofence.exit.late")).toBe(true);
  expect(matchesEventType(["geofence.*"], "geofence")).toBe(false);
  expect(matchesEventType(["geofence.*"], "geofences.exit")).toBe(false);
  expect(matchesEventType(["order.paid", "geofence.*"], "order.paid")).toBe(true);
  expect(matchesEventType([], "order.paid")).toBe(false);
});

test("operational events go only to those who ask for them by name", () => {
  expect(matchesEventType(["*"], "hooklane.delivery.dead")).toBe(false);
  expect(matchesEventType(["hooklane.*"], "hooklane.delivery.dead")).toBe(true);
});
