import fc from "fast-check";
import { expect, test } from "vitest";
import { FairOrder, type Place } from "./fair-order.ts";

interface Member extends Place {
  readonly name: string;
}
const member = (name: string): Member => ({ name, turn: 0 });
const names = (line: readonly Member[]) => line.map(({ name }) => name).join(" ");
const self = (one: Member) => one;

test("who was served goes behind those who were not, whatever order they ask in", () => {
  const fair = new FairOrder();
  const [a, b, c] = [member("a"), member("b"), member("c")];
  expect(names(fair.line([a, b, c], self))).toBe("a b c");
  fair.served(a);
  expect(names(fair.line([c, a, b], self))).toBe("b c a");
});

test("who asked in vain keeps the place, newcomers come last", () => {
  const fair = new FairOrder();
  const [a, b, c] = [member("a"), member("b"), member("c")];
  fair.line([a, b], self);
  fair.served(a);
  expect(names(fair.line([c, a, b], self))).toBe("b a c");
});

test("who does not ask for a while keeps the place: what was refused is offered again later", () => {
  const fair = new FairOrder();
  const [a, b] = [member("a"), member("b")];
  fair.line([a, b], self);
  for (let i = 0; i < 3; i++) {
    fair.line([a], self);
    fair.served(a);
  }
  expect(names(fair.line([a, b], self))).toBe("b a");
});

/** Rounds with a few permits for those who ask, each lane asking in an arbitrary subset of them, at the latest every k rounds. */
const contests = fc.record({ lanes: fc.integer({ min: 2, max: 12 }), k: fc.integer({ min: 1, max: 5 }) }).chain(({ lanes, k }) =>
  fc.record({
    lanes: fc.constant(lanes),
    k: fc.constant(k),
    rounds: fc.array(
      fc.record({ asks: fc.array(fc.boolean(), { minLength: lanes, maxLength: lanes }), permits: fc.constantFrom(1, 1, 2, 3) }),
      {
        minLength: 20,
        maxLength: 150,
      },
    ),
  }),
);

function play({ lanes, k, rounds }: typeof contests extends fc.Arbitrary<infer T> ? T : never) {
  const fair = new FairOrder();
  const members = Array.from({ length: lanes }, (_, i) => member(String(i)));
  const silent = members.map(() => 0);
  return rounds.map(({ asks, permits }) => {
    const asked = members.filter((_, i) => asks[i] || (silent[i] as number) >= k - 1);
    for (const [i, one] of members.entries()) silent[i] = asked.includes(one) ? 0 : (silent[i] as number) + 1;
    const served = fair.line(asked, self).slice(0, permits);
    for (const one of served) fair.served(one);
    return { asked, served, members };
  });
}

test("lanes that ask in arbitrary subsets of rounds get their permits within a bound: none waits longer than all lanes times k rounds", () => {
  fc.assert(
    fc.property(contests, (contest) => {
      const log = play(contest);
      const waits = new Map<Member, number>();
      for (const { members, served } of log) {
        for (const one of members) {
          const wait = served.includes(one) ? 0 : (waits.get(one) ?? 0) + 1;
          expect(wait).toBeLessThanOrEqual(contest.lanes * contest.k);
          waits.set(one, wait);
        }
      }
    }),
  );
});

test("over any rounds in which two lanes ask, one gets at most one permit more than the other, however long either rested before", () => {
  fc.assert(
    fc.property(contests, (contest) => {
      const log = play(contest);
      const [a, b] = (log[0] as (typeof log)[number]).members as [Member, Member];
      for (let from = 0; from < log.length; from++) {
        let lead = 0;
        for (const { asked, served } of log.slice(from)) {
          // What a lane got while the other did not ask took nothing from that one.
          if (served.includes(a) && asked.includes(b)) lead++;
          if (served.includes(b)) lead--;
          expect(lead).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
