import { expect, test } from "vitest";
import { sfc32 } from "./sfc32.ts";

function drawn(seed: number, n: number): number[] {
  const random = sfc32(seed);
  return Array.from({ length: n }, random);
}

test("the same seed gives the same sequence, another seed another one", () => {
  expect(drawn(42, 100)).toEqual(drawn(42, 100));
  expect(drawn(42, 100)).not.toEqual(drawn(43, 100));
});

test("the sequence of a seed never changes, so kept seeds go on reproducing what they found", () => {
  expect(drawn(1, 3).map((value) => value * 2 ** 32)).toEqual([2012149540, 1872316204, 1707632675]);
});

test("numbers are in [0, 1) and spread evenly: each tenth of the range gets a tenth of 20,000 draws, within a tenth", () => {
  const counts = new Array<number>(10).fill(0);
  for (const value of drawn(7, 20_000)) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(1);
    const tenth = Math.floor(value * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});
