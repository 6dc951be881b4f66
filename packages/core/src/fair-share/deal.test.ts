import fc from "fast-check";
import { expect, test } from "vitest";
import { deal } from "./deal.ts";

/** Deals `total` permits to groups of members that each want a number; returns what each group got. */
function dealt(groups: readonly (readonly number[])[], total: number): { byGroup: number[]; byMember: number[][]; steps: number } {
  const byMember = groups.map((members) => members.map(() => 0));
  let left = total;
  let steps = 0;
  deal(
    groups.map((members, group) => ({ members: members.map((_, member) => ({ group, member })) })),
    ({ group, member }) => {
      steps++;
      const got = byMember[group] as number[];
      if (left === 0 || (got[member] as number) >= (groups[group]?.[member] as number)) return false;
      left--;
      got[member] = (got[member] as number) + 1;
      return true;
    },
  );
  return { byMember, byGroup: byMember.map((got) => got.reduce((sum, n) => sum + n, 0)), steps };
}

test("two groups that want everything get the same, to within one", () => {
  fc.assert(
    fc.property(fc.nat(500), (total) => {
      const [a, b] = dealt([[1_000], [1_000]], total).byGroup as [number, number];
      expect(a + b).toBe(total);
      expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
    }),
  );
});

test("a group of 5,000 members is one group", () => {
  const { byGroup } = dealt([Array.from({ length: 5_000 }, () => 10), [1_000]], 100);
  expect(byGroup).toEqual([50, 50]);
});

test("members of a group get the same, to within one", () => {
  const { byMember } = dealt([[100, 100, 100]], 100);
  expect(byMember).toEqual([[34, 33, 33]]);
});

test("nothing is left over while anybody wants it, nobody gets more than wanted, and the work is one step per permit and per member", () => {
  const wants = fc.array(fc.array(fc.nat(20), { maxLength: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(wants, fc.nat(300), (groups, total) => {
      const { byMember, byGroup, steps } = dealt(groups, total);
      const wanted = groups.flat().reduce((sum, n) => sum + n, 0);
      const granted = byGroup.reduce((sum, n) => sum + n, 0);
      expect(granted).toBe(Math.min(wanted, total));
      for (const [group, members] of groups.entries())
        for (const [member, want] of members.entries()) expect(byMember[group]?.[member]).toBeLessThanOrEqual(want);
      expect(steps).toBeLessThanOrEqual(granted + groups.flat().length);
    }),
  );
});
