import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import type { DeliveryClass } from "../policy/delivery-class.ts";
import { lanePermits } from "./lane-permits.ts";

const fresh = lanePermits.initial({ max: 3 }, 0);
const ask = (deliveryClass: DeliveryClass, planCap?: number) => ({ class: deliveryClass, planCap });
const permit = (deliveryClass: DeliveryClass) => ({ laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: deliveryClass });
const taken = (n: number) => Array.from({ length: n }).reduce<typeof fresh>((state) => lanePermits.take(state, 0, ask("first")), fresh);

test("a lane takes up to its permits and then refuses until one is released", () => {
  expect(lanePermits.check(taken(2), 0, ask("first"))).toEqual({ ok: true });
  expect(lanePermits.check(taken(3), 0, ask("retry"))).toEqual({ ok: false, reason: "lane_full", until: null, endedBy: "permit_released" });
});

test("the plan lowers a lane's permits and never raises them", () => {
  expect(lanePermits.check(taken(1), 0, ask("first", 1)).ok).toBe(false);
  expect(lanePermits.check(taken(3), 0, ask("first", 100)).ok).toBe(false);
  expect(lanePermits.check(taken(2), 0, ask("first", 100)).ok).toBe(true);
});

test("an ordered lane has one head in flight, and the next waits for it", () => {
  const head = lanePermits.take(fresh, 0, ask("ordered"));
  expect(lanePermits.check(head, 0, ask("ordered"))).toMatchObject({ ok: false, reason: "ordered_head" });
  const ended = { permit: permit("ordered"), classification: classify({ kind: "response", status: 200 }, 0), durationMs: 1 };
  expect(lanePermits.observe(head, ended, 0)).toEqual(fresh);
});

test("a permit that the lane does not hold changes nothing when it is handed back", () => {
  expect(lanePermits.giveBack(fresh, 0, permit("first"))).toBe(fresh);
  expect(lanePermits.giveBack(taken(1), 0, permit("ordered")).inFlight).toBe(1);
});
