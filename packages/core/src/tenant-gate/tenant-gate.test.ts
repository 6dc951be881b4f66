import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { plans } from "../plans/plan.ts";
import { ingestQuota } from "./ingest-quota.ts";
import { defaultTenantGateConfig, type TenantGateState, tenantGate } from "./tenant-gate.ts";

const permit = (laneId: string) => ({ laneId, tenantId: "ten_1", host: "rx:443", class: "first" }) as const;
const ended = { permit: permit("sub_1"), classification: classify({ kind: "response", status: 200 }, 0), durationMs: 1 };
const fresh = tenantGate.initial(defaultTenantGateConfig, 0);
const takeAll = (state: TenantGateState, ask: Parameters<typeof tenantGate.check>[2], now: number, wanted = 20_000) => {
  let taken = 0;
  let current = state;
  while (taken < wanted && tenantGate.check(current, now, ask).ok) {
    current = tenantGate.take(current, now, ask);
    taken++;
  }
  return { state: current, taken, refused: tenantGate.check(current, now, ask) };
};

test("a tenant with 5,000 endpoints is one tenant: its plan bounds what all its lanes have in flight together", () => {
  const ask = { plan: { ...plans.scale, deliveries_per_s: 100_000 } };
  const { taken, refused } = takeAll(fresh, ask, 0);
  expect(taken).toBe(5_000);
  expect(refused).toEqual({ ok: false, reason: "tenant_full", until: null, endedBy: "permit_released" });
});

test("a tenant sends no more deliveries per second than its plan, however fast its endpoints answer", () => {
  let state = fresh;
  let sent = 0;
  for (let now = 0; now <= 10_000; now += 10) {
    const round = takeAll(state, { plan: plans.free }, now);
    sent += round.taken;
    state = round.state;
    for (let i = 0; i < round.taken; i++) state = tenantGate.observe(state, ended, now);
  }
  expect(sent).toBe(50 + 10 * 50);
});

test("the rate's refusal says when the next delivery may go", () => {
  const { state, refused } = takeAll(fresh, { plan: { tenant_in_flight: 500, deliveries_per_s: 50 } }, 1_000);
  expect(refused).toMatchObject({ reason: "tenant_rate_limited", until: 1_020 });
  expect(tenantGate.check(state, 1_019, { plan: { tenant_in_flight: 500, deliveries_per_s: 50 } }).ok).toBe(false);
  expect(tenantGate.check(state, 1_020, { plan: { tenant_in_flight: 500, deliveries_per_s: 50 } }).ok).toBe(true);
});

test("live workers share a tenant's plan, each with at least one request in flight", () => {
  expect(takeAll(fresh, { plan: plans.free, workerShare: 1 / 4 }, 0).taken).toBe(12);
  expect(takeAll(fresh, { plan: plans.free, workerShare: 1 / 1_000 }, 0).taken).toBe(1);
  const fast = { plan: { tenant_in_flight: 5_000, deliveries_per_s: 100 }, workerShare: 1 / 4 };
  expect(takeAll(fresh, fast, 0)).toMatchObject({ taken: 25, refused: { reason: "tenant_rate_limited", until: 40 } });
});

test("another plan counts from the next permit on, and an unnamed one is the configured", () => {
  const { state } = takeAll(fresh, { plan: plans.free }, 0);
  expect(state.inFlight).toBe(50);
  expect(tenantGate.check(state, 0, { plan: undefined })).toMatchObject({ reason: "tenant_full" });
  expect(tenantGate.check(state, 0, { plan: plans.team }).ok).toBe(true);
});

test("what is given back costs neither a place in flight nor rate", () => {
  const taken = tenantGate.take(fresh, 7, { plan: plans.free });
  expect(tenantGate.giveBack(taken, 7, permit("sub_1"))).toEqual(fresh);
  expect(tenantGate.observe(fresh, ended, 0)).toBe(fresh);
});

test("a tenant is forgotten only when nothing is in flight and its rate is paid off", () => {
  const taken = tenantGate.take(fresh, 0, { plan: plans.free });
  expect(tenantGate.isIdle(taken, 10_000)).toBe(false);
  const done = tenantGate.observe(taken, ended, 0);
  expect(tenantGate.isIdle(done, 19)).toBe(false);
  expect(tenantGate.isIdle(done, 20)).toBe(true);
});

test("the ingest quota counts each event of a batch and says how long to wait", () => {
  const perS = plans.free.ingest_per_s;
  const full = ingestQuota.take(ingestQuota.initial(), 0, { events: 100, perS });
  expect(ingestQuota.check(full, 0, { events: 1, perS })).toEqual({ ok: false, retryAfterMs: 10 });
  expect(ingestQuota.check(full, 500, { events: 50, perS })).toEqual({ ok: true });
  expect(ingestQuota.check(full, 500, { events: 51, perS })).toEqual({ ok: false, retryAfterMs: 10 });
  expect(ingestQuota.giveBack(full, 100)).toEqual(ingestQuota.initial());
});

test("no valid batch is refused for ever: after the wait that was named it is accepted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1_000 }), fc.nat(2_000), (events, perS, before) => {
      const state = ingestQuota.take(ingestQuota.initial(), 0, { events: before, perS });
      const verdict = ingestQuota.check(state, 0, { events, perS });
      if (verdict.ok) return;
      expect(verdict.retryAfterMs).toBeGreaterThan(0);
      expect(ingestQuota.check(state, verdict.retryAfterMs, { events, perS })).toEqual({ ok: true });
    }),
  );
});
