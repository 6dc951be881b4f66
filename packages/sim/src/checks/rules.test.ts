import { type DeliveryClass, defaultPolicyConfig, type Grant, type Offer } from "@hooklane/core";
import { expect, test } from "vitest";
import { blackHole } from "../endpoints/behaviours.ts";
import type { Delivery } from "../world/delivery.ts";
import type { Lane } from "../world/lane-spec.ts";
import { Ledger } from "../world/ledger.ts";
import type { Observer } from "../world/observer.ts";
import { floorRule } from "./floor-rule.ts";
import { probeRule } from "./probe-rule.ts";
import type { Rule } from "./rule.ts";

const now = 1_000_000;
const lane: Lane = { id: "lane", tenantId: "tenant", host: "host", endpoint: blackHole, shard: 0, state: "active" };

function watch(rule: Rule): { observer: Observer; broken: string[] } {
  const broken: string[] = [];
  const observer = rule.watch({ config: defaultPolicyConfig, isShaken: false, report: (detail) => broken.push(detail) });
  return { observer, broken };
}

const delivery = (): Delivery => new Ledger().accept(lane, 1, "first", now + 1_000, now);
const attemptOf = (sent: Delivery) => ({ worker: "w1", delivery: sent, number: 1, startedAt: now });
const opened = {
  scope: "lane",
  id: "lane",
  kind: "opened",
  from: "closed",
  generation: 1,
  at: now,
  until: now + 30_000,
  level: 1,
} as const;

test("two requests at once through an open circuit break a rule, one after the other do not", () => {
  const { observer, broken } = watch(probeRule);
  observer.changed?.("w1", opened, now);
  const [first, second] = [delivery(), delivery()];
  observer.began?.(attemptOf(first), now + 30_000);
  expect(broken).toEqual([]);
  observer.began?.(attemptOf(second), now + 31_000);
  expect(broken).toEqual(["w1: 2 probes of lane lane in flight"]);
});

test("a request that began before the circuit opened is no probe, and a lease that ran out frees the probe's place", () => {
  const { observer, broken } = watch(probeRule);
  observer.began?.(attemptOf(delivery()), now);
  observer.changed?.("w1", opened, now + 10);
  observer.began?.(attemptOf(delivery()), now + 30_000);
  observer.began?.(attemptOf(delivery()), now + 30_000 + defaultPolicyConfig.lease_ms);
  expect(broken).toEqual([]);
});

test("oldest work that is passed by five times in a row breaks a rule, four times do not", () => {
  const { observer, broken } = watch(floorRule);
  const permit = (deliveryClass: DeliveryClass) => ({ laneId: "lane", tenantId: "tenant", host: "host", class: deliveryClass });
  const offerOf = (deliveryClass: DeliveryClass, firstDueAt: number): Offer => ({
    ...permit(deliveryClass),
    wanted: 4,
    subscriptionState: "active",
    firstDueAt,
  });
  const grantOf = (deliveryClass: DeliveryClass, n: number): Grant => ({ ...permit(deliveryClass), n });
  const offers = [offerOf("first", now), offerOf("retry", now - 600_000)];
  observer.decided?.("w1", offers, [grantOf("first", 4)], [], now);
  observer.decided?.("w1", offers, [grantOf("first", 3), grantOf("retry", 1)], [], now);
  observer.decided?.("w1", offers, [grantOf("first", 4)], [], now);
  expect(broken).toEqual([]);
  observer.decided?.("w1", offers, [grantOf("first", 1)], [], now);
  expect(broken).toHaveLength(1);
});
