import { expect, test } from "vitest";
import { matchesEventType, patternsFor } from "./event-type.ts";

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

test("the patterns for a type are exactly those that take it", () => {
  expect(patternsFor("geofence.exit.late")).toEqual(["geofence.exit.late", "*", "geofence.*", "geofence.exit.*"]);
  expect(patternsFor("ping")).toEqual(["ping", "*"]);
  expect(patternsFor("hooklane.delivery.dead")).toEqual(["hooklane.delivery.dead", "hooklane.*", "hooklane.delivery.*"]);
  for (const type of ["a", "a.b", "a.b.c", "hooklane.x"]) {
    for (const pattern of ["a", "a.b", "a.b.c", "a.*", "a.b.*", "a.b.c.*", "b.*", "*", "hooklane.*", "hooklane.x"]) {
      expect(patternsFor(type).includes(pattern)).toBe(matchesEventType([pattern], type));
    }
  }
});
