import { beforeEach, expect, test } from "vitest";
import { defaultPolicyConfig } from "../config/index.ts";
import { Admission } from "./admission.ts";
import type { Grant } from "./offer.ts";
import {
  begin,
  end,
  failed,
  grantsOf,
  minute,
  offer,
  ok,
  reasonOf,
  refusalOf,
  second,
  send,
  silent,
  times,
  world,
} from "./test-support/one-admission.ts";

beforeEach(() => begin());

test("a lane sends no more per second than its limit, and says when it may again", () => {
  const limited = { rateLimit: 2 };
  expect(grantsOf(offer("t/a", 4, limited))).toMatchObject([{ n: 1 }]);
  expect(refusalOf(offer("t/a", 1, limited))).toMatchObject({ reason: "rate_limited", until: world.now + 500 });
  world.now += 500;
  expect(reasonOf(offer("t/a", 1, limited))).toBeNull();
});

test("an answer of 429 halves the lane's rate", () => {
  const before = world.admission.explain("t/a", world.now).ratePerS;
  send("t/a", [{ kind: "response", status: 429 }]);
  expect(world.admission.explain("t/a", world.now).ratePerS).toBe(before / 2);
});

test("a tenant has its plan over all its lanes, in flight and per second, and each of N workers its part", () => {
  const plan = { tenant_in_flight: 6, deliveries_per_s: 1_000 };
  const lanes = ["t/a", "t/b", "t/c"].map((name) => offer(name, 4, { plan }));
  expect(grantsOf(...lanes).reduce((sum, { n }) => sum + n, 0)).toBe(6);
  expect(reasonOf(offer("t/d", 1, { plan }))).toBe("tenant_full");
  expect(reasonOf(offer("u/a", 1, { plan }))).toBeNull();
  begin();
  world.admission.setLiveWorkers(3);
  expect(grantsOf(...lanes).reduce((sum, { n }) => sum + n, 0)).toBe(2);
  begin();
  const slow = { plan: { tenant_in_flight: 100, deliveries_per_s: 3 } };
  expect(grantsOf(offer("t/a", 4, slow), offer("t/b", 4, slow), offer("t/c", 4, slow)).reduce((sum, { n }) => sum + n, 0)).toBe(3);
  expect(reasonOf(offer("t/d", 1, slow))).toBe("tenant_rate_limited");
});

test("a host's bytes per second are charged when rows are claimed, and later permits wait for them", () => {
  begin({ host: { cap: 20, bytes_per_s: 1_000 } });
  const [grant] = grantsOf(offer("t/a@h")) as [Grant];
  world.admission.weighed(grant, 3_000, world.now);
  expect(refusalOf(offer("u/b@h"))).toMatchObject({ reason: "host_bytes" });
  expect(refusalOf(offer("u/b@h"))?.until).toBeGreaterThan(world.now);
  expect(reasonOf(offer("u/b@other"))).toBeNull();
});

test("a lane grows with what arrives and how long it takes, and not because it is told to", () => {
  for (let i = 0; i < 30; i++) {
    world.now += second;
    world.admission.arrived("t/a", 20, world.now);
    const [grant] = grantsOf(offer("t/a", 50, { laneCap: 100 })) as [Grant];
    world.now += 500;
    end(grant, ok, 500);
  }
  // 20 each 1.5 s that take up to 500 ms, and 4.
  expect(world.admission.explain("t/a", world.now, { laneCap: 100 }).lane.cap).toBe(11);
  expect(world.admission.explain("t/b", world.now, { laneCap: 100 }).lane.cap).toBe(4);
});

test("failing lanes together hold a quarter of the pool, and a lane that recovers leaves room for another", () => {
  begin({ pool: { size: 8, sick_share: 0.25, tenant_share: 0.75 } });
  for (const name of ["t/a", "u/b", "v/c"]) send(name, times(2, failed));
  const grants = grantsOf(offer("t/a", 2), offer("u/b", 2), offer("v/c", 2), offer("w/well", 2));
  const held = (well: boolean) => grants.filter(({ laneId }) => (laneId === "w/well") === well).reduce((sum, { n }) => sum + n, 0);
  expect([held(true), held(false)]).toEqual([2, 2]);
  const [first] = grants as [Grant];
  expect(reasonOf(offer("v/c"))).toBe("sick_pool");
  for (let i = 0; i < 2 * first.n; i++) send(first.laneId, [ok]);
  expect(world.admission.snapshot().pool.sickInFlight).toBeLessThanOrEqual(2);
});

test("a lane that got no answer and had no success lately is sick until it answers, however long nothing is sent, and through a restart", () => {
  const sickness = (of = world.admission) => of.explain("t/a", world.now).lane;
  send("t/a", [silent]);
  expect(sickness()).toMatchObject({ cap: 2, isSick: true });
  world.now += 24 * 60 * minute;
  world.admission.forget(world.now);
  expect(sickness()).toMatchObject({ cap: 2 });
  expect(grantsOf(offer("t/a", 9))).toMatchObject([{ n: 2 }]);
  const stored = JSON.parse(JSON.stringify(world.admission.exportLane("t/a", world.now)));
  const next = new Admission(defaultPolicyConfig);
  next.restoreLane("t/a", stored, world.now);
  expect(sickness(next)).toMatchObject({ cap: 2, isSick: true });
  const { unansweredAt: _, ...older } = stored;
  expect(new Admission(defaultPolicyConfig).restoreLane("t/a", older, world.now)).toBe(true);
  begin();
  send("t/a", [silent, ok]);
  expect(sickness()).toMatchObject({ cap: 4, isSick: false });
});

test("a lane that answered within the last minutes is not sick for one attempt without an answer", () => {
  send("t/a", [ok, ok, silent]);
  expect(world.admission.explain("t/a", world.now).lane).toMatchObject({ cap: 4, isSick: false });
  world.now += 5 * minute;
  grantsOf(offer("t/a"));
  expect(world.admission.explain("t/a", world.now).lane).toMatchObject({ cap: 2, isSick: true });
});

test("C47: hundreds of dead endpoints of one tenant hold at most its share of the worker, then a quarter of it, and another tenant finds room at once", () => {
  begin({ pool: { size: 100, sick_share: 0.25, tenant_share: 0.8 } });
  send("victim/v", [ok]);
  const dead = Array.from({ length: 300 }, (_, i) => offer(`noisy/${i}`, 4));
  const inFlight = (grants: readonly Grant[]) => grants.reduce((sum, { n }) => sum + n, 0);
  let { grants, refusals } = world.admission.grant(dead, world.now);
  expect(inFlight(grants)).toBe(80);
  expect(refusals[0]).toMatchObject({ reason: "tenant_full", until: null, endedBy: "permit_released" });
  expect(grantsOf(offer("victim/v", 4))).toMatchObject([{ n: 4 }]);
  // Until each of them was tried once.
  for (let rounds = 0; rounds < 10; rounds++) {
    world.now += 10 * second;
    for (const grant of grants) end(grant, silent, 10 * second);
    ({ grants, refusals } = world.admission.grant(dead, world.now));
  }
  expect(inFlight(grants)).toBeLessThanOrEqual(25);
  expect(grantsOf(offer("victim/w", 4))).toMatchObject([{ n: 4 }]);
});
