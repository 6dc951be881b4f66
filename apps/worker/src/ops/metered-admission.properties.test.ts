import { classify, defaultPolicyConfig, type Grant, type Offer } from "@hooklane/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MeteredAdmission } from "./metered-admission.ts";
import { Observation } from "./observation.ts";

const config = {
  ...defaultPolicyConfig,
  pool: { ...defaultPolicyConfig.pool, size: 12, sick_share: 0.5 },
  host: { ...defaultPolicyConfig.host, cap: 6 },
};
const offers = fc.uniqueArray(
  fc.record({ lane: fc.nat(7), class: fc.constantFrom("first" as const, "retry" as const), wanted: fc.nat(9) }),
  {
    maxLength: 6,
    selector: ({ lane, class: cls }) => `${lane} ${cls}`,
  },
);
const steps = fc.array(
  fc.record({
    waitMs: fc.nat(5_000),
    offers,
    ends: fc.array(fc.record({ pick: fc.nat(20), status: fc.constantFrom(200, 503, 429), unused: fc.boolean() }), { maxLength: 8 }),
  }),
  { maxLength: 40 },
);

/** Ids that are UUIDs, as labels are made of them. */
const laneId = (n: number): string => `00000000-0000-7000-8000-00000000000${n}`;

test("whatever rounds happen, offers are grants plus refusals and grants are over or in flight: in total and for every series", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 8 }), (sequence, maxLanes) => {
      let now = 1_700_000_000_000;
      const observation = new Observation({ maxLanes, monotonicNow: () => now });
      const admission = new MeteredAdmission(config, {}, observation);
      const held: Grant[] = [];
      let granted = 0;
      for (const step of sequence) {
        now += step.waitMs;
        const asked = step.offers.map(
          ({ lane, class: cls, wanted }): Offer => ({
            laneId: laneId(lane),
            tenantId: `t${lane % 3}`,
            host: `h${lane % 2}:443`,
            class: cls,
            wanted,
            subscriptionState: lane === 7 ? "paused" : "active",
            firstDueAt: now - 90_000,
            newDueAt: lane % 2 === 0 ? now : null,
          }),
        );
        for (const grant of admission.grant(asked, now).grants) {
          granted += grant.n;
          for (let i = 0; i < grant.n; i++) held.push(grant);
        }
        for (const { pick, status, unused } of step.ends) {
          const [permit] = held.splice(pick % Math.max(1, held.length), 1);
          if (!permit) break;
          if (unused) admission.giveBack(permit, 1, now);
          else admission.finish(permit, classify({ kind: "response", status }, now), 5, now);
        }
        // Ends that come twice or for nothing are not counted
        admission.giveBack({ laneId: laneId(0), tenantId: "t0", host: "h0:443", class: "first", grantId: 999_999 }, 3, now);
        expect(observation.permits.unaccounted(admission.inFlight)).toEqual({ offers: 0, grants: 0 });
      }
      expect(observation.permits.totals.granted).toBe(granted);
      const counts = [...observation.permits.counts.values()];
      for (const { offered, oldest, fresh, refused } of counts) {
        const refusals = [...refused.values()].reduce((sum, n) => sum + n, 0);
        expect(oldest + fresh + refusals).toBe(offered);
      }
      expect(counts.length).toBeLessThanOrEqual(maxLanes + 1);
      expect(counts.reduce((sum, { offered }) => sum + offered, 0)).toBe(observation.permits.totals.offered);
    }),
  );
});
