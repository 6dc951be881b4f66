import { beforeEach, expect, test } from "vitest";
import { classify } from "../classify/index.ts";
import { defaultPolicyConfig } from "../config/index.ts";
import { Admission } from "./admission.ts";
import { explainFrom } from "./explain.ts";
import type { Grant } from "./offer.ts";
import { begin, end, failed, grantsOf, offer, ok, send, silent, times, world } from "./test-support/one-admission.ts";

beforeEach(() => begin());

test("the first policy that refuses names the refusal: circuit, pause, rate, tenant, host, lane, sick share, ramp, host ramp, budget, catch-up, pool", () => {
  expect(world.admission.explain("t/a", world.now).verdicts.map(({ policy }) => policy)).toEqual([
    "subscription",
    "breaker",
    "host_breaker",
    "retry_after",
    "rate",
    "tenant",
    "host",
    "lane",
    "sick_share",
    "ramp",
    "host_ramp",
    "retry_budget",
    "catch_up",
    "pool",
  ]);
});

test("a lane goes on where it was stored: open stays open, a proven rate stays proven, and what is known here is not overwritten", () => {
  send("t/a", times(90, ok));
  send("t/a", times(30, failed));
  const stored = world.admission.exportLane("t/a", world.now);
  if (!stored) throw new Error("nothing stored");
  const next = new Admission(defaultPolicyConfig);
  expect(next.restoreLane("t/a", stored, world.now)).toBe(true);
  expect(next.grant([offer("t/a")], world.now).refusals[0]).toMatchObject({ reason: "circuit_open" });
  expect(next.exportLane("t/a", world.now)?.proven).toEqual(stored.proven);
  grantsOf(offer("u/b"));
  expect(world.admission.restoreLane("u/b", stored, world.now)).toBe(false);
});

test("a lane that moved to another worker is forgotten with what to store of it", () => {
  send("t/a", times(3, ok));
  const stored = world.admission.dropLane("t/a", world.now);
  expect(stored).toMatchObject({ circuit: { phase: "closed" } });
  expect(world.admission.snapshot()).toMatchObject({ lanes: {}, hosts: {} });
  expect(world.admission.dropLane("t/a", world.now)).toBeNull();
  const [held] = grantsOf(offer("t/b")) as [Grant];
  world.admission.dropLane("t/b", world.now);
  expect(world.admission.finish(held, classify(ok, world.now), 1, world.now)).toBe(true);
});

test("support can ask why a lane waits, where it is sent and from what is stored of it", () => {
  send("t/a", times(5, silent));
  const refusals = ({ verdicts }: ReturnType<Admission["explain"]>) =>
    verdicts.flatMap(({ policy, verdict }) => (verdict.ok ? [] : [`${policy}: ${verdict.reason}`]));
  const live = world.admission.explain("t/a", world.now, { subscriptionState: "paused" });
  expect(refusals(live)).toEqual(["subscription: subscription_paused", "breaker: circuit_open"]);
  expect(live).toMatchObject({ circuit: { state: "open" }, lane: { cap: 2, inFlight: 0, isSick: true } });
  const stored = JSON.parse(JSON.stringify(world.admission.exportLane("t/a", world.now)));
  const elsewhere = explainFrom(defaultPolicyConfig, stored, world.now, offer("t/a"));
  expect(refusals(elsewhere)).toEqual(["breaker: circuit_open"]);
  expect(elsewhere.circuit.until).toBe(live.circuit.until);
  expect(refusals(explainFrom(defaultPolicyConfig, null, world.now, offer("t/new")))).toEqual([]);
});

test("support can ask what is around a lane: what it and its host hold, and the host's own circuit", () => {
  const around = { host: null, laneInFlight: 4, hostInFlight: 20, activeSubscriptions: 3 };
  const crowded = explainFrom(defaultPolicyConfig, null, world.now, offer("t/a@h"), around);
  expect(crowded).toMatchObject({ lane: { inFlight: 4 }, host: { inFlight: 20, activeSubscriptions: 3 } });
  const refused = crowded.verdicts.flatMap(({ policy, verdict }) => (verdict.ok ? [] : [[policy, verdict.reason]]));
  expect(refused).toEqual([
    ["host", "host_full"],
    ["lane", "lane_full"],
  ]);
  const broken = explainFrom(defaultPolicyConfig, null, world.now, offer("t/a@h"), {
    host: { phase: "open", level: 1, until: world.now + 60_000, changedAt: world.now },
    laneInFlight: 0,
    hostInFlight: 0,
    activeSubscriptions: 0,
  });
  expect(broken.verdicts.find(({ policy }) => policy === "host_breaker")?.verdict).toMatchObject({
    ok: false,
    reason: "host_circuit_open",
    until: world.now + 60_000,
  });
});

test("gauges tell the pool, the fleet's part of the budget, and a host's, as they are used", () => {
  begin({ budget: { ...defaultPolicyConfig.budget, fleet_burst: 8, host_burst: 4 } });
  const fleet = () => world.admission.workerGauges(world.now).fleetBudget;
  expect(fleet()).toEqual({ tokens: 8, burst: 8 });
  world.admission.setLiveWorkers(2);
  expect(fleet().burst).toBe(4);
  expect(world.admission.hostGauges("h", world.now)).toBeNull();
  // Two lanes of one host: the first retry of each is its own floor's, the others are paid at all levels
  const grants = grantsOf(offer("t/a@h", 2, { class: "retry" }), offer("u/b@h", 2, { class: "retry" }));
  expect(fleet()).toEqual({ tokens: 2, burst: 4 });
  expect(world.admission.hostGauges("h", world.now)).toMatchObject({ inFlight: 4, cap: 20, circuit: "closed", budgetFill: 0.5 });
  expect(world.admission.workerGauges(world.now)).toMatchObject({
    pool: { inFlight: 4 },
    lanes: 2,
    hosts: 1,
    tenants: 2,
    panicSince: null,
  });
  for (const grant of grants) end(grant, ok);
  expect(world.admission.workerGauges(world.now).pool.inFlight).toBe(0);
});
