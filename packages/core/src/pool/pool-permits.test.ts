import { expect, test } from "vitest";
import { poolPermits } from "./pool-permits.ts";

const fresh = poolPermits.initial({ size: 4, tenant_share: 0.75 }, 0);
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
const ask = { heldByTenant: 0, activeTenants: 1, knowsOthers: false, lending: false };
const taken = (n: number) => Array.from({ length: n }).reduce<typeof fresh>((state) => poolPermits.take(state, 0, ask), fresh);

test("a worker has no more in flight than its pool, lent or not", () => {
  expect(poolPermits.check(taken(3), 0, ask)).toEqual({ ok: true });
  expect(poolPermits.check(taken(4), 0, { ...ask, lending: true })).toEqual({
    ok: false,
    reason: "pool_full",
    until: null,
    endedBy: "permit_released",
  });
});

test("a tenant over its share waits for those under theirs, and borrows what they leave", () => {
  const greedy = { heldByTenant: 2, activeTenants: 2, knowsOthers: true, lending: false };
  expect(poolPermits.check(taken(2), 0, greedy)).toMatchObject({ ok: false, reason: "pool_full", lendable: true });
  expect(poolPermits.check(taken(2), 0, { ...greedy, lending: true }).ok).toBe(true);
});

test("while another tenant is known, one holds at most its share of the pool, and nothing is lent beyond that", () => {
  const full = { ok: false, reason: "tenant_full", until: null, endedBy: "permit_released" };
  const alone = { heldByTenant: 3, activeTenants: 1, knowsOthers: false, lending: false };
  expect(poolPermits.check(taken(3), 0, alone)).toEqual({ ok: true });
  expect(poolPermits.check(taken(3), 0, { ...alone, knowsOthers: true })).toEqual(full);
  const greedy = { heldByTenant: 2, activeTenants: 2, knowsOthers: true };
  for (const lending of [false, true]) expect(poolPermits.check(taken(3), 0, { ...greedy, lending })).toEqual(full);
  expect(poolPermits.check(taken(4), 0, { ...greedy, lending: true })).toEqual(full);
  expect(poolPermits.check(taken(3), 0, { ...greedy, heldByTenant: 1, lending: false })).toEqual({ ok: true });
  expect(
    poolPermits.check(poolPermits.initial({ size: 1, tenant_share: 0.1 }, 0), 0, { ...alone, heldByTenant: 0, knowsOthers: true }).ok,
  ).toBe(true);
});

test("releasing in an idle pool changes nothing", () => {
  expect(poolPermits.giveBack(fresh, 0, permit)).toBe(fresh);
});
