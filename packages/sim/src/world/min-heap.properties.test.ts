import fc from "fast-check";
import { expect, test } from "vitest";
import { MinHeap } from "./min-heap.ts";

test("values come out by key, and equal keys in the order in which they went in", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant("pop" as const))), (steps) => {
      const heap = new MinHeap<number>();
      const model: { key: number; value: number }[] = [];
      for (const [value, step] of steps.entries()) {
        if (step !== "pop") {
          heap.push(step, value);
          model.push({ key: step, value });
          continue;
        }
        model.sort((a, b) => a.key - b.key || a.value - b.value);
        expect(heap.firstKey).toBe(model[0]?.key ?? Number.POSITIVE_INFINITY);
        expect(heap.pop()).toBe(model.shift()?.value);
      }
      expect(heap.size).toBe(model.length);
    }),
  );
});
