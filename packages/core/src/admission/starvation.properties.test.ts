import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../config/index.ts";
import { Admission } from "./admission.ts";
import type { Grant, Offer } from "./offer.ts";

const cap = 2;
/** One permit for each lane, so that what is shared is all that is missing. */
const config: PolicyConfig = {
  ...defaultPolicyConfig,
  lane: { headroom: 0, min: 1, start: 1, sick: 1 },
  host: { ...defaultPolicyConfig.host, cap },
};
const delivered = classify({ kind: "response", status: 200 }, 0);
const hour = 3_600_000;

/**
 * More busy lanes on one host than it has permits. A lane that is refused is offered again only now and then, as a worker
 * does it that parks refused work; requests end in any order.
 */
const crowds = fc
  .record({ lanes: fc.integer({ min: cap + 1, max: 9 }), k: fc.integer({ min: 1, max: 4 }), isTenantEach: fc.boolean() })
  .chain(({ lanes, ...rest }) =>
    fc.record({
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, fc.constant(value)])),
      lanes: fc.constant(lanes),
      rounds: fc.array(
        fc.record({
          asks: fc.array(fc.boolean(), { minLength: lanes, maxLength: lanes }),
          ends: fc.nat(cap),
          which: fc.nat(),
          forget: fc.nat(20),
        }),
        { minLength: 40, maxLength: 120 },
      ),
    }),
  ) as fc.Arbitrary<{
  lanes: number;
  k: number;
  isTenantEach: boolean;
  rounds: { asks: boolean[]; ends: number; which: number; forget: number }[];
}>;

test("no lane of a crowded host starves, in whatever subsets lanes are offered: each other lane passes it at most once between two of its grants", () => {
  fc.assert(
    fc.property(crowds, ({ lanes, k, isTenantEach, rounds }) => {
      const admission = new Admission(config);
      const held: Grant[] = [];
      const silent = new Array<number>(lanes).fill(0);
      const passedBy = Array.from({ length: lanes }, () => new Array<number>(lanes).fill(0));
      let now = 1_700_000_000_000;
      for (const { asks, ends, which, forget } of rounds) {
        now += 1_000;
        for (let i = 0; i < ends && held.length > 0; i++) {
          const [grant] = held.splice((which + i) % held.length, 1) as [Grant];
          admission.finish(grant, delivered, 900, now);
        }
        if (forget === 0) admission.forget(now);
        const asking = asks.flatMap((does, i) => (does || (silent[i] as number) >= k - 1 ? [i] : []));
        for (const i of silent.keys()) silent[i] = asking.includes(i) ? 0 : (silent[i] as number) + 1;
        const offers = asking
          .filter((i) => !held.some(({ laneId }) => laneId === String(i)))
          .map(
            (i): Offer => ({
              laneId: String(i),
              tenantId: isTenantEach ? `t${i}` : "t",
              host: "h:443",
              class: "first",
              wanted: 1,
              subscriptionState: "active",
            }),
          );
        const { grants } = admission.grant(offers, now);
        held.push(...grants);
        const served = grants.map(({ laneId }) => Number(laneId));
        for (const { laneId } of offers) {
          const passed = passedBy[Number(laneId)] as number[];
          if (served.includes(Number(laneId))) passed.fill(0);
          else for (const other of served) passed[other] = (passed[other] as number) + 1;
          expect(Math.max(...passed)).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});

test("a lane that rested for long is ahead of the others once, and not with all it did not take meanwhile", () => {
  const one: PolicyConfig = { ...config, host: { ...config.host, cap: 1 } };
  const admission = new Admission(one);
  const offer = (laneId: string): Offer => ({
    laneId,
    tenantId: "t",
    host: "h:443",
    class: "first",
    wanted: 1,
    subscriptionState: "active",
  });
  let now = 1_700_000_000_000;
  const served = (lanes: string[]) => {
    now += 1_000;
    const [grant] = admission.grant(lanes.map(offer), now).grants as [Grant];
    admission.finish(grant, delivered, 10, now);
    return grant.laneId;
  };
  served(["rested", "a", "b"]);
  for (let i = 0; i < 50; i++) served(["a", "b"]);
  now += hour;
  expect(Array.from({ length: 6 }, () => served(["a", "b", "rested"])).join(" ")).toBe("rested a b rested a b");
});
