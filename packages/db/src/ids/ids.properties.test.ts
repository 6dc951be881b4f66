import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryId } from "./delivery-id.ts";
import { uuidFloor, uuidTime, uuidV7 } from "./uuid-v7.ts";

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ms = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test("a UUIDv7 carries its time, version and variant, and lies at or above its millisecond's floor", () => {
  fc.assert(
    fc.property(ms, (t) => {
      const id = uuidV7(t);
      expect(id).toMatch(shape);
      expect(uuidTime(id)).toBe(t);
      expect(id >= uuidFloor(t)).toBe(true);
      if (t < 2 ** 48 - 1) expect(id < uuidFloor(t + 1)).toBe(true);
    }),
  );
});

test("ten thousand ids of one millisecond differ", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => uuidV7(1))).size).toBe(10_000);
});

test("a delivery id is a pure function of event, subscription, replay and time, and differs when one of them differs", () => {
  fc.assert(
    fc.property(ms, fc.uuid(), fc.uuid(), fc.uuid(), (t, event, subscription, replay) => {
      const id = deliveryId(t, event, subscription);
      expect(id).toMatch(shape);
      expect(uuidTime(id)).toBe(t);
      expect(deliveryId(t, event, subscription)).toBe(id);
      expect(deliveryId(t, event, subscription, replay)).not.toBe(id);
      if (event !== subscription) expect(deliveryId(t, subscription, event)).not.toBe(id);
    }),
  );
});
