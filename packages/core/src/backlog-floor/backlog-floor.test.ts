import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryClasses } from "../policy/delivery-class.ts";
import { backlogFloor, type ClassHead, defaultFloorConfig, type FloorState, newWorkRetryMs } from "./backlog-floor.ts";

const now = 10_000_000;
const old = (deliveryClass: ClassHead["class"], ageMs: number): ClassHead => ({ class: deliveryClass, firstDueAt: now - ageMs });
const freshFirst = old("first", 1_000);

/** The best pick of each of `n` grants in a row. */
function picks(n: number, heads: readonly ClassHead[], state: FloorState = backlogFloor.initial()) {
  let current = state;
  return Array.from({ length: n }, () => {
    const [best] = backlogFloor.rank(current, now, heads, defaultFloorConfig);
    current = backlogFloor.take(current, defaultFloorConfig);
    return `${best?.share} ${best?.class}`;
  });
}

test("every 5th grant goes to the oldest due of any class while it exists, the rest to first attempts younger than 60 s", () => {
  const heads = [old("retry", 300_000), old("catch_up", 900_000), freshFirst];
  const five = ["new first", "new first", "new first", "new first", "oldest catch_up"];
  expect(picks(10, heads)).toEqual([...five, ...five]);
});

test("without new work all grants spill to the oldest; without a backlog all go to new work", () => {
  expect(new Set(picks(10, [old("retry", 5_000), old("catch_up", 4_000)]))).toEqual(new Set(["oldest retry"]));
  expect(picks(10, [freshFirst]).every((pick) => pick.endsWith("first"))).toBe(true);
  expect(backlogFloor.rank(backlogFloor.initial(), now, [], defaultFloorConfig)).toEqual([]);
});

test("among old first attempts the young ones are new work when discovery saw one, or when nobody looked", () => {
  const seen = (newDueAt: number | null | undefined) =>
    picks(1, [{ ...old("first", 600_000), ...(newDueAt === undefined ? {} : { newDueAt }) }])[0];
  expect(seen(now - 5)).toBe("new first");
  expect(seen(null)).toBe("oldest first");
  expect(seen(undefined)).toBe("new first");
});

test("new work is claimed by due time from 60 s ago on, the oldest from the first row on", () => {
  const [best, next] = backlogFloor.rank(backlogFloor.initial(), now, [freshFirst, old("retry", 90_000)], defaultFloorConfig);
  expect(best).toEqual({ class: "first", share: "new", dueAfter: now - 60_000 });
  expect(next).toEqual({ class: "retry", share: "oldest", dueAfter: null });
});

test("a claim of new work that finds none spills to the oldest until it is looked for again", () => {
  const heads = [old("first", 600_000)];
  const [pick] = backlogFloor.rank(backlogFloor.initial(), now, heads, defaultFloorConfig);
  const state = backlogFloor.missed(backlogFloor.initial(), now, pick as NonNullable<typeof pick>);
  expect(backlogFloor.rank(state, now, heads, defaultFloorConfig)[0]?.share).toBe("oldest");
  expect(backlogFloor.rank(state, now + newWorkRetryMs, heads, defaultFloorConfig)[0]?.share).toBe("new");
  expect(backlogFloor.isIdle(state, now)).toBe(false);
  expect(backlogFloor.isIdle(state, now + newWorkRetryMs)).toBe(true);
});

test("a claim that found no new work is believed more than a discovery that names it, until something fell due after that claim", () => {
  const missed = backlogFloor.missed(backlogFloor.initial(), now, { class: "first", share: "new", dueAfter: now - 60_000 });
  const backlog = old("retry", 300_000);
  const shareAt = (first: ClassHead, at: number) => backlogFloor.rank(missed, at, [first, backlog], defaultFloorConfig)[0]?.share;
  const soon = now + newWorkRetryMs / 2;
  for (const first of [freshFirst, { ...old("first", 600_000), newDueAt: now - 5 }, old("first", 600_000)])
    expect(shareAt(first, soon)).toBe("oldest");
  for (const first of [old("first", -1), { ...old("first", 600_000), newDueAt: now + 1 }]) {
    expect(shareAt(first, soon)).toBe("new");
    expect(shareAt(first, now)).toBe("oldest");
  }
  expect(shareAt(freshFirst, now + newWorkRetryMs)).toBe("new");
});

test("a floor grant whose oldest class is refused goes to the next oldest, new work last", () => {
  let state = backlogFloor.initial();
  for (let i = 0; i < 4; i++) state = backlogFloor.take(state, defaultFloorConfig);
  expect(backlogFloor.isOldestTurn(state, defaultFloorConfig)).toBe(true);
  const ranked = backlogFloor.rank(state, now, [freshFirst, old("retry", 90_000), old("catch_up", 80_000)], defaultFloorConfig);
  expect(ranked.map((pick) => pick.class)).toEqual(["retry", "catch_up", "first"]);
});

const shares = fc.constantFrom(0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1);

test("among any n grants in a row at least ⌊n · share⌋ were the floor's, and at most one more than its share", () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 1, max: 200 }), fc.nat(50), (share, n, skipped) => {
      let state = backlogFloor.initial();
      for (let i = 0; i < skipped; i++) state = backlogFloor.take(state, { share });
      let floors = 0;
      for (let i = 0; i < n; i++) {
        if (backlogFloor.isOldestTurn(state, { share })) floors++;
        state = backlogFloor.take(state, { share });
        expect(state.credit).toBeGreaterThanOrEqual(0);
        expect(state.credit).toBeLessThan(1);
      }
      expect(floors).toBeGreaterThanOrEqual(Math.floor(n * share + 1e-6));
      expect(floors).toBeLessThanOrEqual(Math.ceil(n * share - 1e-6) + 1);
    }),
  );
});

test("a grant given back leaves the turn as it was", () => {
  fc.assert(
    fc.property(shares, fc.nat(50), (share, n) => {
      let state = backlogFloor.initial();
      for (let i = 0; i < n; i++) state = backlogFloor.take(state, { share });
      const after = backlogFloor.giveBack(backlogFloor.take(state, { share }), { share });
      expect(after.credit).toBeCloseTo(state.credit, 6);
    }),
  );
});

const someHeads = fc.uniqueArray(
  fc.record({ class: fc.constantFrom(...deliveryClasses), firstDueAt: fc.integer({ min: now - 200_000, max: now + 200_000 }) }),
  { selector: (head) => head.class },
);

test("with any work at hand there is a pick for each class, the floor's first pick being the oldest of all", () => {
  fc.assert(
    fc.property(someHeads, fc.nat(4), (heads, grants) => {
      let state = backlogFloor.initial();
      for (let i = 0; i < grants; i++) state = backlogFloor.take(state, defaultFloorConfig);
      const ranked = backlogFloor.rank(state, now, heads, defaultFloorConfig);
      expect(new Set(ranked.map((pick) => pick.class))).toEqual(new Set(heads.map((head) => head.class)));
      if (heads.length === 0 || !backlogFloor.isOldestTurn(state, defaultFloorConfig)) return;
      const oldest = Math.min(...heads.map((head) => head.firstDueAt));
      expect(heads.find((head) => head.class === ranked[0]?.class)?.firstDueAt).toBe(oldest);
    }),
  );
});

test("a steady stream of new events and an endless backlog: over 1,000 grants the oldest gets a fifth, new work the rest", () => {
  const given = picks(1_000, [old("retry", 400_000), freshFirst]);
  expect(given.filter((pick) => pick === "oldest retry")).toHaveLength(200);
  expect(given.filter((pick) => pick === "new first")).toHaveLength(800);
});
