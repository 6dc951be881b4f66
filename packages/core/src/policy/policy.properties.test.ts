import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { hostGate } from "../host-gate/host-gate.ts";
import { lanePermits } from "../lanes/lane-permits.ts";
import { poolPermits } from "../pool/pool-permits.ts";
import { retryAfterPause } from "../retry-after/retry-after-pause.ts";
import { deliveryClasses } from "./delivery-class.ts";
import type { Policy } from "./policy.ts";

/** One ask that carries what each of the policies reads. */
const asks = fc.record({
  class: fc.constantFrom(...deliveryClasses),
  planCap: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  capOverride: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  heldByLane: fc.nat(4),
  activeLanes: fc.integer({ min: 1, max: 4 }),
  heldByTenant: fc.nat(4),
  activeTenants: fc.integer({ min: 1, max: 4 }),
  knowsOthers: fc.boolean(),
  lending: fc.boolean(),
});
type AnyAsk = typeof asks extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(
  fc.record({
    ask: asks,
    kind: fc.constantFrom("take", "giveBack", "observe"),
    at: fc.nat(10_000),
    status: fc.constantFrom(200, 429, 503),
  }),
);

const policies: { [name: string]: { policy: Policy<never, unknown, AnyAsk>; config: unknown } } = {
  "lane permits": { policy: lanePermits as never, config: { max: 4 } },
  "host gate": { policy: hostGate as never, config: { cap: 4 } },
  "pool permits": { policy: poolPermits as never, config: { size: 4, tenant_share: 0.75 } },
  "Retry-After pause": { policy: retryAfterPause as never, config: null },
};

const permitOf = (ask: AnyAsk) => ({ laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: ask.class });

for (const [name, { policy, config }] of Object.entries(policies)) {
  test(`${name}: a state is plain JSON data, so one that went through a store decides the same`, () => {
    fc.assert(
      fc.property(steps, asks, (sequence, last) => {
        let kept = policy.initial(config as never, 0);
        let stored = kept;
        for (const { ask, kind, at, status } of sequence) {
          const next = (state: unknown) => {
            if (kind === "take") return policy.check(state, at, ask).ok ? policy.take(state, at, ask) : state;
            if (kind === "giveBack") return policy.giveBack(state, at, permitOf(ask));
            const classification = classify({ kind: "response", status, retryAfter: ["3"] }, at);
            return policy.observe(state, { permit: permitOf(ask), classification, durationMs: 1 }, at);
          };
          kept = next(kept);
          stored = next(JSON.parse(JSON.stringify(stored)));
        }
        expect(stored).toEqual(kept);
        expect(policy.check(stored, 5_000, last)).toEqual(policy.check(kept, 5_000, last));
      }),
    );
  });

  test(`${name}: giving back what was just taken leaves the state as it was, and checking changes nothing`, () => {
    fc.assert(
      fc.property(fc.array(asks, { maxLength: 6 }), asks, (before, ask) => {
        const state = before.reduce((current, each) => policy.take(current, 0, each), policy.initial(config as never, 0));
        const written = JSON.stringify(state);
        policy.check(state, 0, ask);
        expect(policy.giveBack(policy.take(state, 0, ask), 0, permitOf(ask))).toEqual(state);
        expect(JSON.stringify(state)).toBe(written);
      }),
    );
  });

  test(`${name}: an idle state may be forgotten: a fresh one decides the same from then on`, () => {
    fc.assert(
      fc.property(fc.array(asks, { maxLength: 3 }), asks, fc.nat(20_000), (before, ask, now) => {
        const classification = classify({ kind: "response", status: 503, retryAfter: ["3"] }, 0);
        let state = policy.initial(config as never, 0);
        for (const each of before) state = policy.take(state, 0, each);
        for (const each of before) state = policy.observe(state, { permit: permitOf(each), classification, durationMs: 1 }, 0);
        if (!policy.isIdle(state, now)) return;
        expect(policy.check(policy.initial(config as never, now), now, ask)).toEqual(policy.check(state, now, ask));
      }),
    );
  });
}
