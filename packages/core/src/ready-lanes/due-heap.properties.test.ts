import fc from "fast-check";
import { expect, test } from "vitest";
import { DueHeap } from "./due-heap.ts";

test("keys come out in the order of their times, and none before its time", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 })), fc.integer({ min: 0, max: 1_000 }), (times, now) => {
      const heap = new DueHeap();
      for (const time of times) heap.push(String(time), time);
      const out: number[] = [];
      for (let key = heap.popDue(now); key !== undefined; key = heap.popDue(now)) out.push(Number(key));
      expect(out).toEqual(times.filter((t) => t <= now).sort((a, b) => a - b));
      expect(heap.size).toBe(times.length - out.length);
      expect(heap.first).toBe(Math.min(...times.filter((t) => t > now)));
    }),
  );
});
