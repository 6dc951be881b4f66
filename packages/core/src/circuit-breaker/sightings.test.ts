import { expect, test } from "vitest";
import { type Sighting, sightings } from "./sightings.ts";

type Status = "well" | "ill";
const crowd = sightings<Status>({ spanMs: 60_000, size: 100 });
const start = 1_700_000_000_000;
const members = Array.from({ length: 10_000 }, (_, index) => `member_${String(index).padStart(5, "0")}`);
const isIll = (key: string) => key < "member_03000";

function seen(keys: readonly string[]): readonly Sighting<Status>[] {
  return keys.reduce<readonly Sighting<Status>[]>((sample, key) => crowd.see(sample, key, isIll(key) ? "ill" : "well", null, start), []);
}
const illShare = (sample: readonly Sighting<Status>[]) => sample.filter(({ status }) => status === "ill").length / sample.length;

test("few members are all remembered, many are sampled fairly, whatever their names have to do with how they are", () => {
  expect(
    seen(members.slice(0, 100))
      .map(({ key }) => key)
      .sort(),
  ).toEqual(members.slice(0, 100));
  const sample = seen(members);
  expect(sample.length).toBe(100);
  expect(Math.abs(illShare(sample) - 0.3)).toBeLessThan(0.12);
});

test("who is in the sample does not depend on the order or on how often members are seen", () => {
  const greedy = [...members].reverse().flatMap((key) => (isIll(key) ? [key, key, key] : [key]));
  expect(seen(greedy)).toEqual(seen(members));
});

test("a member's latest status counts, and one not seen for the span is gone", () => {
  const first = crowd.see([], "a", "well", null, start);
  const second = crowd.see(first, "a", "ill", null, start + 1);
  expect(second).toMatchObject([{ key: "a", status: "ill" }]);
  expect(crowd.live(second, start + 54_000)).toHaveLength(1);
  expect(crowd.live(second, start + 60_001)).toHaveLength(0);
  expect(crowd.live(crowd.see(second, "a", "ill", null, start + 30_000), start + 84_000)).toHaveLength(1);
  expect(crowd.see(second, "b", "well", null, start + 60_001)).toMatchObject([{ key: "b" }]);
});

test("what is seen again soon and unchanged costs no new sample", () => {
  const sample = crowd.see([], "a", "well", null, start - (start % 6_000));
  expect(crowd.see(sample, "a", "well", null, start - (start % 6_000) + 5_999)).toBe(sample);
});
