import { beforeEach, expect, test } from "vitest";
import { type AttemptResult, classify } from "../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../config/index.ts";
import { sfc32 } from "../random/sfc32.ts";
import { Admission } from "./admission.ts";
import { explainFrom } from "./explain.ts";
import type { Grant, Offer } from "./offer.ts";
import type { AdmissionTransition, CircuitChange } from "./transition.ts";

const start = 1_700_000_000_000;
const second = 1_000;
const minute = 60_000;
const ok: AttemptResult = { kind: "response", status: 200 };
const failed: AttemptResult = { kind: "response", status: 503 };
const silent: AttemptResult = { kind: "error", error: "timeout" };

let admission: Admission;
let transitions: AdmissionTransition[];
let now: number;

function begin(config: Partial<PolicyConfig> = {}): void {
  transitions = [];
  now = start;
  const onTransition = (transition: AdmissionTransition) => void transitions.push(transition);
  admission = new Admission({ ...defaultPolicyConfig, ...config }, { random: sfc32(7), onTransition });
}
beforeEach(() => begin());

/** An offer of a lane named like `tenant/lane@host`. */
function offer(name: string, wanted = 1, other: Partial<Offer> = {}): Offer {
  const [laneId, host = `${name}:443`] = name.split("@") as [string, string?];
  return { laneId, tenantId: laneId.split("/")[0] as string, host, class: "first", wanted, subscriptionState: "active", ...other };
}

const grantsOf = (...offers: Offer[]) => admission.grant(offers, now).grants;
const refusalOf = (one: Offer) => admission.grant([one], now).refusals[0];
const reasonOf = (one: Offer) => refusalOf(one)?.reason ?? null;

function end(grant: Grant, result: AttemptResult, durationMs = 20): void {
  for (let i = 0; i < grant.n; i++) expect(admission.finish(grant, classify(result, now), durationMs, now)).toBe(true);
}

/** So many attempts one after the other, a second apart. @returns how many were granted */
function send(name: string, results: readonly AttemptResult[], other: Partial<Offer> = {}): number {
  let granted = 0;
  for (const result of results) {
    now += second;
    for (const grant of grantsOf(offer(name, 1, other))) {
      granted += grant.n;
      end(grant, result);
    }
  }
  return granted;
}
const times = (n: number, result: AttemptResult) => new Array<AttemptResult>(n).fill(result);
const openedKinds = () => transitions.map((each) => `${each.scope} ${each.scope === "fleet" ? "" : each.id} ${each.kind}`);

test("a circuit that opens refuses with the moment of its probe, and says so; a probe that succeeds closes it and begins a recovery", () => {
  expect(send("t/a", times(5, silent))).toBe(5);
  expect(openedKinds()).toEqual(["lane t/a opened"]);
  const refusal = refusalOf(offer("t/a"));
  expect(refusal?.reason).toBe("circuit_open");
  now = refusal?.until as number;
  const [probe, ...others] = grantsOf(offer("t/a", 9), offer("t/a", 9, { class: "retry" }));
  expect([probe?.n, others]).toEqual([1, []]);
  expect(reasonOf(offer("t/a"))).toBe("probe_in_flight");
  now += 50;
  end(probe as Grant, ok);
  expect(openedKinds()).toEqual(["lane t/a opened", "lane t/a half_opened", "lane t/a closed"]);
  expect(admission.explain("t/a", now).ramp).toBeCloseTo(0.1);
});

test("a probe that found no row leaves its place to another at once", () => {
  send("t/a", times(5, silent));
  now += minute;
  const [probe] = grantsOf(offer("t/a")) as [Grant];
  admission.giveBack(probe, 1, now);
  expect(grantsOf(offer("t/a"))).toMatchObject([{ n: 1 }]);
});

test("what was under way when a circuit opened is late: it neither closes nor worsens it", () => {
  const late = grantsOf(offer("t/a", 3, { laneCap: 3 })) as [Grant];
  send("t/a", times(5, silent), { laneCap: 20 });
  const before = admission.exportLane("t/a", now)?.circuit;
  end(late[0], ok);
  expect(admission.exportLane("t/a", now)?.circuit).toEqual(before);
});

test("opening is adopted at once, closing never is; an adopted opening is not told again", () => {
  send("t/a", times(5, silent));
  const opened = transitions[0] as CircuitChange;
  const told = [...transitions];
  const other = new Admission(defaultPolicyConfig, { onTransition: (transition) => void told.push(transition) });
  other.adoptOpen(opened, now);
  expect(other.grant([offer("t/a")], now).refusals[0]).toMatchObject({ reason: "circuit_open", until: opened.until });
  expect(told).toHaveLength(1);
});

test("five dead subscriptions of a shared host open the host's circuit, and a well one waits with them; one customer's failures never do", () => {
  const lanes = ["t/a@h", "u/b@h", "v/c@h"];
  for (let round = 0; round < 3; round++) for (const lane of lanes) send(lane, [silent]);
  expect(openedKinds()).toContain("host h opened");
  expect(reasonOf(offer("w/well@h"))).toBe("host_circuit_open");
  begin();
  for (let round = 0; round < 40; round++) send("t/a@h", [failed]);
  send("w/well@h", times(5, ok));
  expect(openedKinds().filter((each) => each.startsWith("host"))).toEqual([]);
  expect(reasonOf(offer("w/well@h"))).toBeNull();
});

test("a host that closes recovers like a lane: from a tenth of its permits to all of them while its answers are good, and back on failure", () => {
  const lanes = Array.from({ length: 20 }, (_, i) => `t${i}/lane@h`);
  const close = () => {
    begin({ ramp: { start: 0.1, window_ms: minute } });
    for (let round = 0; round < 3; round++) for (const lane of lanes.slice(0, 3)) send(lane, [silent]);
    expect(openedKinds()).toContain("host h opened");
    now += minute;
    // Lanes that were not silent themselves ask, so that the host alone holds them up.
    send(lanes[10] as string, [ok]);
    expect(openedKinds()).toContain("host h closed");
  };
  const well = lanes.slice(3);
  const ask = () =>
    admission.grant(
      well.map((lane) => offer(lane, 2)),
      now,
    );
  const permits = () => ask().grants.reduce((sum, grant) => sum + grant.n, 0);
  close();
  const { grants, refusals } = ask();
  expect(grants.reduce((sum, { n }) => sum + n, 0)).toBe(2);
  expect(refusals[0]).toMatchObject({ reason: "ramp", endedBy: null });
  expect(refusals[0]?.until).toBeGreaterThan(now);
  expect(refusals[0]?.until).toBeLessThanOrEqual(now + second);
  expect(new Set(grants.map(({ laneId }) => laneId)).size).toBe(2);
  for (const grant of grants) end(grant, ok);
  const half = () => {
    for (let i = 0; i < 30; i++) send(well[i % well.length] as string, [ok]);
  };
  half();
  expect(admission.snapshot().hosts.h?.ramp).toBeCloseTo(0.55, 1);
  const stored = JSON.parse(JSON.stringify(admission.exportHost("h")));
  const next = new Admission({ ...defaultPolicyConfig, ramp: { start: 0.1, window_ms: minute } });
  next.restoreHost("h", stored, now);
  expect(next.snapshot().hosts.h?.ramp).toBe(admission.snapshot().hosts.h?.ramp);
  const { ramp: _, ...older } = stored;
  next.restoreHost("h", older, now);
  expect(next.snapshot().hosts.h?.ramp).toBeNull();
  send(well[0] as string, [failed, failed]);
  expect(admission.snapshot().hosts.h?.ramp).toBeLessThan(0.4);
  half();
  half();
  half();
  expect(admission.snapshot().hosts.h?.ramp).toBeNull();
  now += second;
  expect(permits()).toBe(20);
});

test("when most hosts of several tenants become unreachable at once it is our own network: no circuit opens, and the operator is told", () => {
  const names = Array.from({ length: 24 }, (_, i) => `t${i % 4}/lane${i}`);
  for (let round = 0; round < 12; round++) {
    now += second;
    for (const grant of grantsOf(...names.map((name) => offer(name)))) end(grant, silent);
  }
  expect(openedKinds()[0]).toBe("fleet  panic_started");
  expect(openedKinds().filter((each) => each.includes("opened"))).toEqual([]);
  expect(reasonOf(offer("t0/lane0"))).toBeNull();
  now += 2 * minute;
  admission.tick(now);
  expect(openedKinds().at(-1)).toBe("fleet  panic_ended");
});

test("the first policy that refuses names the refusal: circuit, pause, rate, tenant, host, lane, sick share, ramp, host ramp, budget, catch-up, pool", () => {
  expect(admission.explain("t/a", now).verdicts.map(({ policy }) => policy)).toEqual([
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

test("a lane sends no more per second than its limit, and says when it may again", () => {
  const limited = { rateLimit: 2 };
  expect(grantsOf(offer("t/a", 4, limited))).toMatchObject([{ n: 1 }]);
  expect(refusalOf(offer("t/a", 1, limited))).toMatchObject({ reason: "rate_limited", until: now + 500 });
  now += 500;
  expect(reasonOf(offer("t/a", 1, limited))).toBeNull();
});

test("an answer of 429 halves the lane's rate", () => {
  const before = admission.explain("t/a", now).ratePerS;
  send("t/a", [{ kind: "response", status: 429 }]);
  expect(admission.explain("t/a", now).ratePerS).toBe(before / 2);
});

test("a tenant has its plan over all its lanes, in flight and per second, and each of N workers its part", () => {
  const plan = { tenant_in_flight: 6, deliveries_per_s: 1_000 };
  const lanes = ["t/a", "t/b", "t/c"].map((name) => offer(name, 4, { plan }));
  expect(grantsOf(...lanes).reduce((sum, { n }) => sum + n, 0)).toBe(6);
  expect(reasonOf(offer("t/d", 1, { plan }))).toBe("tenant_full");
  expect(reasonOf(offer("u/a", 1, { plan }))).toBeNull();
  begin();
  admission.setLiveWorkers(3);
  expect(grantsOf(...lanes).reduce((sum, { n }) => sum + n, 0)).toBe(2);
  begin();
  const slow = { plan: { tenant_in_flight: 100, deliveries_per_s: 3 } };
  expect(grantsOf(offer("t/a", 4, slow), offer("t/b", 4, slow), offer("t/c", 4, slow)).reduce((sum, { n }) => sum + n, 0)).toBe(3);
  expect(reasonOf(offer("t/d", 1, slow))).toBe("tenant_rate_limited");
});

test("a host's bytes per second are charged when rows are claimed, and later permits wait for them", () => {
  begin({ host: { cap: 20, bytes_per_s: 1_000 } });
  const [grant] = grantsOf(offer("t/a@h")) as [Grant];
  admission.weighed(grant, 3_000, now);
  expect(refusalOf(offer("u/b@h"))).toMatchObject({ reason: "host_bytes" });
  expect(refusalOf(offer("u/b@h"))?.until).toBeGreaterThan(now);
  expect(reasonOf(offer("u/b@other"))).toBeNull();
});

test("a lane grows with what arrives and how long it takes, and not because it is told to", () => {
  for (let i = 0; i < 30; i++) {
    now += second;
    admission.arrived("t/a", 20, now);
    const [grant] = grantsOf(offer("t/a", 50, { laneCap: 100 })) as [Grant];
    now += 500;
    end(grant, ok, 500);
  }
  // 20 each 1.5 s that take up to 500 ms, and 4.
  expect(admission.explain("t/a", now, { laneCap: 100 }).lane.cap).toBe(11);
  expect(admission.explain("t/b", now, { laneCap: 100 }).lane.cap).toBe(4);
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
  expect(admission.snapshot().pool.sickInFlight).toBeLessThanOrEqual(2);
});

test("a lane that got no answer and had no success lately is sick until it answers, however long nothing is sent, and through a restart", () => {
  const sickness = (of = admission) => of.explain("t/a", now).lane;
  send("t/a", [silent]);
  expect(sickness()).toMatchObject({ cap: 2, isSick: true });
  now += 24 * 60 * minute;
  admission.forget(now);
  expect(sickness()).toMatchObject({ cap: 2 });
  expect(grantsOf(offer("t/a", 9))).toMatchObject([{ n: 2 }]);
  const stored = JSON.parse(JSON.stringify(admission.exportLane("t/a", now)));
  const next = new Admission(defaultPolicyConfig);
  next.restoreLane("t/a", stored, now);
  expect(sickness(next)).toMatchObject({ cap: 2, isSick: true });
  const { unansweredAt: _, ...older } = stored;
  expect(new Admission(defaultPolicyConfig).restoreLane("t/a", older, now)).toBe(true);
  begin();
  send("t/a", [silent, ok]);
  expect(sickness()).toMatchObject({ cap: 4, isSick: false });
});

test("a lane that answered within the last minutes is not sick for one attempt without an answer", () => {
  send("t/a", [ok, ok, silent]);
  expect(admission.explain("t/a", now).lane).toMatchObject({ cap: 4, isSick: false });
  now += 5 * minute;
  grantsOf(offer("t/a"));
  expect(admission.explain("t/a", now).lane).toMatchObject({ cap: 2, isSick: true });
});

test("C47: hundreds of dead endpoints of one tenant hold at most its share of the worker, then a quarter of it, and another tenant finds room at once", () => {
  begin({ pool: { size: 100, sick_share: 0.25, tenant_share: 0.8 } });
  send("victim/v", [ok]);
  const dead = Array.from({ length: 300 }, (_, i) => offer(`noisy/${i}`, 4));
  const inFlight = (grants: readonly Grant[]) => grants.reduce((sum, { n }) => sum + n, 0);
  let { grants, refusals } = admission.grant(dead, now);
  expect(inFlight(grants)).toBe(80);
  expect(refusals[0]).toMatchObject({ reason: "tenant_full", until: null, endedBy: "permit_released" });
  expect(grantsOf(offer("victim/v", 4))).toMatchObject([{ n: 4 }]);
  // Until each of them was tried once.
  for (let rounds = 0; rounds < 10; rounds++) {
    now += 10 * second;
    for (const grant of grants) end(grant, silent, 10 * second);
    ({ grants, refusals } = admission.grant(dead, now));
  }
  expect(inFlight(grants)).toBeLessThanOrEqual(25);
  expect(grantsOf(offer("victim/w", 4))).toMatchObject([{ n: 4 }]);
});

test("a recovering lane begins with a tenth of its permits and rises only with successes", () => {
  send("t/a", times(5, silent));
  now += minute;
  send("t/a", [ok]);
  const rampNow = () => admission.explain("t/a", now).ramp;
  expect(rampNow()).toBeCloseTo(0.1);
  now += 10 * minute;
  expect(rampNow()).toBeCloseTo(0.1);
  expect(grantsOf(offer("t/a", 9))).toMatchObject([{ n: 1 }]);
  expect(reasonOf(offer("t/a"))).toBe("ramp");
  begin();
  send("t/a", times(5, silent));
  now += minute;
  send("t/a", times(400, ok));
  expect(rampNow()).toBeNull();
});

test("a lane that falls again in its recovery has a ceiling for permits and rate, its level is not forgiven, and both survive a restart", () => {
  const many = (n: number) => {
    now += second / 4;
    return grantsOf(offer("t/a", n, { laneCap: 100 }));
  };
  const sendMany = (rounds: number, result: AttemptResult) => {
    for (let i = 0; i < rounds; i++) for (const grant of many(20)) end(grant, result);
  };
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 2 }, ramp: { start: 0.1, window_ms: minute } });
  const fall = () => {
    for (let i = 0; i < 600 && admission.explain("t/a", now).circuit.state === "closed"; i++) sendMany(1, failed);
    expect(admission.explain("t/a", now).circuit.state).toBe("open");
  };
  const close = () => {
    now = admission.explain("t/a", now).circuit.until;
    send("t/a", [ok]);
    expect(admission.explain("t/a", now).circuit.state).toBe("closed");
  };
  sendMany(240, ok);
  fall();
  close();
  expect(admission.explain("t/a", now).lane.cap).toBe(20);
  sendMany(220, ok);
  expect(admission.explain("t/a", now).ramp).toBeGreaterThan(0.5);
  expect(admission.exportLane("t/a", now)?.circuit.level).toBe(1);
  fall();
  const { cap } = admission.explain("t/a", now).lane;
  close();
  const lane = () => admission.explain("t/a", now).lane;
  expect(cap).toBeLessThanOrEqual(2);
  expect(lane().cap).toBeLessThan(20);
  expect(lane().cap).toBeGreaterThan(5);
  const stored = JSON.parse(JSON.stringify(admission.exportLane("t/a", now)));
  const next = new Admission({ ...defaultPolicyConfig, lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  next.restoreLane("t/a", stored, now);
  expect(next.explain("t/a", now).lane.cap).toBe(lane().cap);
  expect(next.explain("t/a", now).ratePerS).toBeCloseTo(admission.explain("t/a", now).ratePerS, 5);
  const { relapse: _, rate: __, ...older } = stored;
  const old = new Admission({ ...defaultPolicyConfig, lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  expect(old.restoreLane("t/a", older, now)).toBe(true);
  expect(old.explain("t/a", now).lane.cap).toBe(20);
});

test("a recovering lane may claim retries that are due later", () => {
  send("t/a", times(5, silent));
  now += minute;
  send("t/a", [ok]);
  now += second;
  expect(grantsOf(offer("t/a", 1, { class: "retry" }))).toMatchObject([{ class: "retry", early: true }]);
});

test("retries that the budget does not afford wait for it, or die where the subscription wants that", () => {
  const retry = (other: Partial<Offer> = {}) => offer("t/a", 1, { class: "retry", laneCap: 20, ...other });
  for (let i = 0; i < 10; i++) {
    const [grant] = grantsOf(retry()) as [Grant];
    admission.finish(grant, classify({ kind: "response", status: 404 }, now), 1, now);
    now += second / 2;
  }
  const waiting = refusalOf(retry());
  expect(waiting).toMatchObject({ reason: "retry_budget" });
  expect(waiting).not.toHaveProperty("deadLetter");
  expect(waiting?.until).toBeLessThanOrEqual(now + 5 * minute);
  expect(refusalOf(retry({ emptyBudget: "dead_letter" }))).toMatchObject({ reason: "retry_budget", deadLetter: true });
  expect(reasonOf(offer("t/a", 1, { laneCap: 20 }))).toBeNull();
});

test("a burst refills the budget with a tenth of itself, and not with the time before it came", () => {
  const retries = () => grantsOf(offer("t/a", 20, { class: "retry", laneCap: 20 })).map((grant) => [grant.n, end(grant, failed)][0]);
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 }, breaker: { ...defaultPolicyConfig.breaker, min_attempts: 1_000 } });
  expect(retries()).toEqual([10]);
  // A thousand seconds refill three, at the least that a floor has.
  now += 1_000 * second;
  admission.arrived("t/a", 40, now);
  expect(retries()).toEqual([3]);
  let made = 0;
  for (let i = 0; i < 90; i++) {
    now += second;
    for (const n of retries()) made += n as number;
  }
  expect(made).toBeGreaterThanOrEqual(3);
  expect(made).toBeLessThanOrEqual(4);
});

/** Offers retries for ten seconds while nothing new arrives. @returns how many were made */
function retryFor10s(resultOf: (n: number) => AttemptResult): number {
  let made = 0;
  for (let i = 0; i < 100; i++) {
    now += second / 10;
    for (const grant of grantsOf(offer("t/a", 20, { class: "retry", laneCap: 20 })))
      for (let n = 0; n < grant.n; n++) admission.finish(grant, classify(resultOf(made++), now), 20, now);
  }
  return made;
}

test("what a failure left goes through a well lane at once although nothing new arrives: retries that succeed there cost nothing", () => {
  expect(retryFor10s(() => ok)).toBeGreaterThan(200);
});

test("in a lane that is not well a retry costs one whether it succeeds or not", () => {
  begin({ breaker: { ...defaultPolicyConfig.breaker, min_attempts: 1_000 } });
  // One in five fails: what the other four earn is not half a retry
  expect(retryFor10s((n) => (n % 5 === 0 ? failed : ok))).toBeLessThanOrEqual(11);
});

test("a failing tenant cannot spend a healthy one's retries", () => {
  for (let i = 0; i < 300; i++) {
    now += 10;
    for (const grant of grantsOf(offer(`bad/${i}`, 4, { class: "retry" }))) end(grant, failed);
  }
  expect(reasonOf(offer("bad/new", 2, { class: "retry" }))).toBe("retry_budget");
  expect(grantsOf(offer("good/a", 1, { class: "retry" }))).toMatchObject([{ n: 1 }]);
});

test("retries given back unused are affordable again, each once", () => {
  const retries = () => offer("t/a", 20, { class: "retry", laneCap: 500 });
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 } });
  const [grant] = grantsOf(retries()) as [Grant];
  const fill = () => admission.explain("t/a", now).retryBudgetFill;
  expect([grant.n, fill()]).toEqual([10, 0]);
  admission.giveBack(grant, 4, now);
  expect(fill()).toBeCloseTo(0.4);
  admission.giveBack(grant, 99, now);
  expect(fill()).toBeCloseTo(1);
  admission.giveBack(grant, 1, now);
  expect(fill()).toBeCloseTo(1);
});

test("new work and backlog together never exceed the lane's limit: backlog gets what new work leaves", () => {
  for (let i = 0; i < 60; i++) {
    now += second;
    admission.arrived("t/a", 40, now);
  }
  const replay = (other: Partial<Offer> = {}) => offer("t/a", 1, { class: "catch_up", laneCap: 500, ...other });
  let granted = 0;
  for (let i = 0; i < 100; i++) {
    now += 100;
    admission.arrived("t/a", 4, now);
    for (const grant of grantsOf(replay({ wanted: 4 }))) {
      granted += grant.n;
      end(grant, ok, 5);
    }
  }
  // 50/s less 40/s for ten seconds, and one second's worth at once.
  expect(granted).toBeGreaterThan(80);
  expect(granted).toBeLessThanOrEqual(125);
  expect(reasonOf(replay({ wanted: 50 }))).toBe("catch_up");
});

test("every fifth grant goes to the oldest work while new work takes the others, also within one class", () => {
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 } });
  const { grants } = admission.grant([offer("t/a", 10, { firstDueAt: now - 3_600_000, newDueAt: now - 5, laneCap: 500 })], now);
  expect(grants).toMatchObject([{ n: 10, newWork: { n: 8, dueAfter: now - minute } }]);
});

test("a claim that found too little new work sends the next grants to the oldest", () => {
  const old = () => offer("t/a", 4, { firstDueAt: now - 3_600_000, laneCap: 500 });
  const [first] = grantsOf(old()) as [Grant];
  expect(first.newWork).toBeDefined();
  admission.giveBack(first, first.n, now);
  const [second] = grantsOf(old()) as [Grant];
  expect(second.newWork).toBeUndefined();
});

test("a lane goes on where it was stored: open stays open, a proven rate stays proven, and what is known here is not overwritten", () => {
  send("t/a", times(90, ok));
  send("t/a", times(30, failed));
  const stored = admission.exportLane("t/a", now);
  if (!stored) throw new Error("nothing stored");
  const next = new Admission(defaultPolicyConfig);
  expect(next.restoreLane("t/a", stored, now)).toBe(true);
  expect(next.grant([offer("t/a")], now).refusals[0]).toMatchObject({ reason: "circuit_open" });
  expect(next.exportLane("t/a", now)?.proven).toEqual(stored.proven);
  grantsOf(offer("u/b"));
  expect(admission.restoreLane("u/b", stored, now)).toBe(false);
});

test("a lane that moved to another worker is forgotten with what to store of it", () => {
  send("t/a", times(3, ok));
  const stored = admission.dropLane("t/a", now);
  expect(stored).toMatchObject({ circuit: { phase: "closed" } });
  expect(admission.snapshot()).toMatchObject({ lanes: {}, hosts: {} });
  expect(admission.dropLane("t/a", now)).toBeNull();
  const [held] = grantsOf(offer("t/b")) as [Grant];
  admission.dropLane("t/b", now);
  expect(admission.finish(held, classify(ok, now), 1, now)).toBe(true);
});

test("support can ask why a lane waits, where it is sent and from what is stored of it", () => {
  send("t/a", times(5, silent));
  const refusals = ({ verdicts }: ReturnType<Admission["explain"]>) =>
    verdicts.flatMap(({ policy, verdict }) => (verdict.ok ? [] : [`${policy}: ${verdict.reason}`]));
  const live = admission.explain("t/a", now, { subscriptionState: "paused" });
  expect(refusals(live)).toEqual(["subscription: subscription_paused", "breaker: circuit_open"]);
  expect(live).toMatchObject({ circuit: { state: "open" }, lane: { cap: 2, inFlight: 0, isSick: true } });
  const stored = JSON.parse(JSON.stringify(admission.exportLane("t/a", now)));
  const elsewhere = explainFrom(defaultPolicyConfig, stored, now, offer("t/a"));
  expect(refusals(elsewhere)).toEqual(["breaker: circuit_open"]);
  expect(elsewhere.circuit.until).toBe(live.circuit.until);
  expect(refusals(explainFrom(defaultPolicyConfig, null, now, offer("t/new")))).toEqual([]);
});

test("support can ask what is around a lane: what it and its host hold, and the host's own circuit", () => {
  const around = { host: null, laneInFlight: 4, hostInFlight: 20, activeSubscriptions: 3 };
  const crowded = explainFrom(defaultPolicyConfig, null, now, offer("t/a@h"), around);
  expect(crowded).toMatchObject({ lane: { inFlight: 4 }, host: { inFlight: 20, activeSubscriptions: 3 } });
  const refused = crowded.verdicts.flatMap(({ policy, verdict }) => (verdict.ok ? [] : [[policy, verdict.reason]]));
  expect(refused).toEqual([
    ["host", "host_full"],
    ["lane", "lane_full"],
  ]);
  const broken = explainFrom(defaultPolicyConfig, null, now, offer("t/a@h"), {
    host: { phase: "open", level: 1, until: now + 60_000, changedAt: now },
    laneInFlight: 0,
    hostInFlight: 0,
    activeSubscriptions: 0,
  });
  expect(broken.verdicts.find(({ policy }) => policy === "host_breaker")?.verdict).toMatchObject({
    ok: false,
    reason: "host_circuit_open",
    until: now + 60_000,
  });
});

test("gauges tell the pool, the fleet's part of the budget, and a host's, as they are used", () => {
  begin({ budget: { ...defaultPolicyConfig.budget, fleet_burst: 8, host_burst: 4 } });
  const fleet = () => admission.workerGauges(now).fleetBudget;
  expect(fleet()).toEqual({ tokens: 8, burst: 8 });
  admission.setLiveWorkers(2);
  expect(fleet().burst).toBe(4);
  expect(admission.hostGauges("h", now)).toBeNull();
  // Two lanes of one host: the first retry of each is its own floor's, the others are paid at all levels
  const grants = grantsOf(offer("t/a@h", 2, { class: "retry" }), offer("u/b@h", 2, { class: "retry" }));
  expect(fleet()).toEqual({ tokens: 2, burst: 4 });
  expect(admission.hostGauges("h", now)).toMatchObject({ inFlight: 4, cap: 20, circuit: "closed", budgetFill: 0.5 });
  expect(admission.workerGauges(now)).toMatchObject({ pool: { inFlight: 4 }, lanes: 2, hosts: 1, tenants: 2, panicSince: null });
  for (const grant of grants) end(grant, ok);
  expect(admission.workerGauges(now).pool.inFlight).toBe(0);
});
