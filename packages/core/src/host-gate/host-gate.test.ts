import { expect, test } from "vitest";
import { hostGate } from "./host-gate.ts";

const fresh = hostGate.initial({ cap: 4 }, 0);
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
const ask = { capOverride: undefined, heldByLane: 0, activeLanes: 1, lending: false };
const taken = (n: number) => Array.from({ length: n }).reduce<typeof fresh>((state) => hostGate.take(state, 0, ask), fresh);

test("a host receives no more than its cap at once, lent or not", () => {
  expect(hostGate.check(taken(3), 0, ask)).toEqual({ ok: true });
  expect(hostGate.check(taken(4), 0, { ...ask, lending: true })).toEqual({
    ok: false,
    reason: "host_full",
    until: null,
    endedBy: "permit_released",
  });
});

test("a cap of its own replaces the configured one, up or down", () => {
  expect(hostGate.check(taken(4), 0, { ...ask, capOverride: 5 }).ok).toBe(true);
  expect(hostGate.check(taken(1), 0, { ...ask, capOverride: 1 }).ok).toBe(false);
});

test("a lane over its share of the active lanes waits while others may still come, and borrows afterwards", () => {
  const crowded = { ...ask, heldByLane: 2, activeLanes: 2 };
  expect(hostGate.check(taken(2), 0, crowded)).toMatchObject({ ok: false, reason: "host_full", lendable: true });
  expect(hostGate.check(taken(2), 0, { ...crowded, heldByLane: 1 }).ok).toBe(true);
  expect(hostGate.check(taken(2), 0, { ...crowded, lending: true }).ok).toBe(true);
});

test("releasing on an idle host changes nothing", () => {
  expect(hostGate.giveBack(fresh, 0, permit)).toBe(fresh);
});
