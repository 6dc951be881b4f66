import { beforeEach, expect, test } from "vitest";
import {
  Admission,
  type AttemptResult,
  causeWindows,
  classify,
  defaultConfigErrorConfig,
  defaultPolicyConfig,
  defaultShedConfig,
  type Grant,
  type Offer,
  orderedHeads,
  type PolicyConfig,
  plans,
  resolveRetryPolicy,
  type SettleInput,
  type Settlement,
  settle,
  sfc32,
  shedding,
  type TransportError,
} from "./index.ts";
import { backoffMs } from "./retry/backoff.ts";

/*
 * The rules of all policies, one test each, named by the policy's noun: what is promised with the default configuration,
 * seen from outside. The policies' own tests beside them say the rest.
 */

const start = 1_700_000_000_000;
const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
const answer = (status: number, retryAfter?: string): AttemptResult => ({
  kind: "response",
  status,
  ...(retryAfter !== undefined && { retryAfter: [retryAfter] }),
});
const broken = (error: TransportError): AttemptResult => ({ kind: "error", error });
const [ok, failed, silent] = [answer(200), answer(503), broken("timeout")];

let admission: Admission;
let now: number;
function begin(config: Partial<PolicyConfig> = {}): void {
  now = start;
  admission = new Admission({ ...defaultPolicyConfig, ...config }, { random: sfc32(1) });
}
beforeEach(() => begin());

/** An offer of a lane named like `tenant/lane@host`. */
function offer(name: string, wanted = 1, other: Partial<Offer> = {}): Offer {
  const [laneId, host = `${name}:443`] = name.split("@") as [string, string?];
  return { laneId, tenantId: laneId.split("/")[0] as string, host, class: "first", wanted, subscriptionState: "active", ...other };
}
const ask = (...offers: Offer[]) => admission.grant(offers, now);
const permits = (grants: readonly Grant[]) => grants.reduce((sum, { n }) => sum + n, 0);
const reasonOf = (one: Offer) => ask(one).refusals[0]?.reason ?? null;
const lane = (name: string, laneCap = 100) => admission.explain(name, now, { laneCap }).lane;
function end(grants: readonly Grant[], result: AttemptResult, durationMs = 20): void {
  for (const grant of grants) for (let i = 0; i < grant.n; i++) admission.finish(grant, classify(result, now), durationMs, now);
}
/** So many attempts one after the other. */
function send(name: string, n: number, result: AttemptResult, everyMs = second): void {
  for (let i = 0; i < n; i++) {
    now += everyMs;
    end(ask(offer(name)).grants, result);
  }
}
const circuitOf = (name: string) => admission.explain(name, now).circuit.state;
const settled = (result: AttemptResult, input: Partial<SettleInput> = {}): Settlement =>
  settle(
    {
      classification: classify(result, now),
      attempt: 1,
      class: "first",
      mode: "at_least_once",
      deadlineAt: now + 24 * hour,
      prevDelayMs: null,
      now,
      ...input,
    },
    defaultPolicyConfig,
    sfc32(1),
  );

test("lane permits: a new lane has 4; ⌈λ · L_p99⌉ + 4 once measured, up to the plan; sick 2; a full lane refuses", () => {
  expect(permits(ask(offer("t/a", 50, { laneCap: 100 })).grants)).toBe(4);
  expect(reasonOf(offer("t/a"))).toBe("lane_full");
  for (let i = 0; i < 60; i++) {
    now += second;
    admission.arrived("t/b", 20, now);
    const { grants } = ask(offer("t/b", 50, { laneCap: 100, hostCap: 100 }));
    now += 20;
    end(grants, ok, 450);
  }
  // About 20 a second that take up to 500 ms.
  expect(lane("t/b").cap).toBeGreaterThanOrEqual(13);
  expect(lane("t/b").cap).toBeLessThanOrEqual(15);
  expect(lane("t/b", 7).cap).toBe(7);
  send("t/c", 3, failed);
  expect(lane("t/c")).toMatchObject({ cap: 2, isSick: true });
});

test("worker pool: 500 in flight, dealt in turns over tenants and then lanes; all sick lanes together a quarter; one tenant four fifths", () => {
  const lanes = (tenant: string, n: number) => Array.from({ length: n }, (_, i) => offer(`${tenant}/${i}`, 4));
  const { grants } = ask(...lanes("a", 300), ...lanes("b", 100));
  expect(permits(grants)).toBe(500);
  expect(permits(grants.filter(({ tenantId }) => tenantId === "a"))).toBe(250);
  begin();
  ask(offer("other/x", 0.5), offer("other/y"));
  expect(permits(ask(...lanes("a", 300)).grants)).toBe(399);
  begin();
  expect(permits(ask(...lanes("a", 300)).grants)).toBe(500);
  begin();
  for (let i = 0; i < 200; i++) send(`s/${i}`, 1, silent, 1);
  expect(permits(ask(...Array.from({ length: 200 }, (_, i) => offer(`s/${i}`, 2))).grants)).toBe(125);
  expect(reasonOf(offer("s/199", 2))).toBe("sick_pool");
});

test("tenant gate: in flight and deliveries per second by plan, so a tenant with many endpoints is one tenant", () => {
  const lanes = Array.from({ length: 100 }, (_, i) => offer(`t/${i}`, 4, { plan: plans.free }));
  expect(permits(ask(...lanes).grants)).toBe(plans.free.tenant_in_flight);
  expect(reasonOf(offer("t/new", 1, { plan: plans.free }))).toBe("tenant_full");
});

test("host gate: 20 in flight per host, ⌈cap ÷ active⌉ each and the rest lent; a plan or host override; bytes per second beside it", () => {
  const wide = { lane: { headroom: 0, min: 50, start: 50, sick: 2 } };
  begin(wide);
  const { grants } = ask(offer("t/a@h", 50), offer("u/b@h", 50), offer("v/c@h", 2));
  expect(grants.map(({ n }) => n)).toEqual([9, 9, 2]);
  begin(wide);
  expect(permits(ask(offer("t/a@h", 50)).grants)).toBe(12);
  expect(permits(ask(offer("u/b@h", 50)).grants)).toBe(8);
  expect(reasonOf(offer("v/c@h"))).toBe("host_full");
  begin(wide);
  expect(permits(ask(offer("t/a@h", 50, { hostCap: 3 })).grants)).toBe(3);
  const [grant] = ask(offer("u/b@g")).grants as [Grant];
  admission.weighed(grant, 30_000_000, now);
  expect(reasonOf(offer("u/b@g"))).toBe("host_bytes");
});

test("breaker (subscription): opens at half of at least 20 in 60 s, or at 5 without an answer or success in 5 min; 30 s doubling; one probe", () => {
  send("t/a", 10, ok);
  send("t/a", 9, failed);
  expect(circuitOf("t/a")).toBe("closed");
  send("t/a", 1, failed);
  expect(circuitOf("t/a")).toBe("open");
  send("t/b", 4, silent);
  expect(circuitOf("t/b")).toBe("closed");
  send("t/b", 1, silent);
  const { until } = admission.explain("t/b", now).circuit;
  expect(until - now).toBeGreaterThanOrEqual(27 * second);
  expect(until - now).toBeLessThanOrEqual(33 * second);
  now = until;
  const { grants } = ask(offer("t/b", 4));
  expect([permits(grants), reasonOf(offer("t/b"))]).toEqual([1, "probe_in_flight"]);
  end(grants, silent);
  expect(admission.explain("t/b", now).circuit.until - now).toBeGreaterThanOrEqual(54 * second);
});

test("breaker (host): transport failures of at least 2 subscriptions, 5xx of at least 5 and half of the active ones; never one customer's 500s", () => {
  send("t/a@h", 60, failed, 100);
  expect(reasonOf(offer("u/b@h"))).toBeNull();
  begin();
  for (let round = 0; round < 4; round++) for (const name of ["t/a@g", "u/b@g"]) send(name, 1, silent);
  expect(reasonOf(offer("v/c@g"))).toBe("host_circuit_open");
  begin();
  for (let round = 0; round < 5; round++) for (let i = 0; i < 5; i++) send(`t${i}/a@k`, 1, failed);
  expect(reasonOf(offer("v/c@k"))).toBe("host_circuit_open");
});

test("breaker (fleet): over half of at least 20 hosts of at least 3 tenants failing at once is our own network, and freezes transitions", () => {
  for (let round = 0; round < 8; round++) for (let i = 0; i < 24; i++) send(`t${i % 4}/l${i}`, 1, silent, 10);
  expect(circuitOf("t0/l0")).toBe("closed");
  expect(admission.snapshot().panicSince).not.toBeNull();
});

test("what counts: transport errors, 5xx, 408, 425 and 3xx are failures; 2xx, other 4xx and 429 are not; our own faults never", () => {
  const counts = (result: AttemptResult) => classify(result, now).countsForBreaker;
  for (const result of [silent, broken("connect_refused"), broken("tls_error"), failed, answer(408), answer(425), answer(301)]) {
    expect(counts(result), JSON.stringify(result)).toBe(true);
  }
  for (const result of [ok, answer(404), answer(410), answer(429), broken("shutdown"), broken("unsendable_request")]) {
    expect(counts(result), JSON.stringify(result)).toBe(false);
  }
});

test("retry schedule: full jitter up to min(1 h, 1 s · 2ⁿ), other jitters selectable, ended by the 24 h deadline and not by a count", () => {
  const policy = resolveRetryPolicy(defaultPolicyConfig.retry, null);
  const most = () => 1 - Number.EPSILON;
  expect([1, 2, 3, 12, 13, 50].map((failures) => Math.ceil(backoffMs(policy, failures, null, most) / second))).toEqual([
    1, 2, 4, 2_048, 3_600, 3_600,
  ]);
  expect(backoffMs(policy, 5, null, () => 0)).toBe(0);
  expect(backoffMs({ ...policy, jitter: "equal" }, 5, null, () => 0)).toBe(8 * second);
  expect(settled(failed, { attempt: 500 }).state).toBe("pending");
  expect(settled(failed, { attempt: 2, deadlineAt: now })).toEqual({ state: "dead", reason: "expired" });
  expect(settled(failed, { attempt: 3, retryPolicy: { max_attempts: 3 } })).toEqual({ state: "dead", reason: "max_attempts" });
});

test("retry budget: 10 at once, a tenth of successes and of what is offered, one in 5 min at the least; empty is deferred, or dead where wished", () => {
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 } });
  const retry = (other: Partial<Offer> = {}) => offer("t/a", 20, { class: "retry", laneCap: 100, ...other });
  const { grants, refusals } = ask(retry());
  expect(permits(grants)).toBe(10);
  expect(refusals[0]).toMatchObject({ reason: "retry_budget", n: 10 });
  expect(refusals[0]?.until).toBeLessThanOrEqual(now + 5 * minute);
  end(grants, answer(404));
  expect(ask(retry({ emptyBudget: "dead_letter" })).refusals[0]).toMatchObject({ deadLetter: true });
  send("t/a", 30, ok);
  expect(permits(ask(retry()).grants)).toBe(3);
});

test("Retry-After: whole seconds or an HTTP-date, else ignored; at most 6 h; the whole lane waits, and no slot sleeps", () => {
  const waits = (value: string) => classify(answer(503, value), now).retryAfterMs;
  expect([waits("7"), waits("x"), waits("-1"), waits("999999")]).toEqual([7 * second, null, null, 6 * hour]);
  expect(waits(new Date(now + 90 * second).toUTCString())).toBe(90 * second);
  end(ask(offer("t/a")).grants, answer(503, "7"));
  expect(ask(offer("t/a")).refusals[0]).toMatchObject({ reason: "retry_after", until: now + 7 * second });
  expect(admission.inFlight).toBe(0);
  expect(settled(answer(429, "7"))).toMatchObject({ reason: "retry_after", nextAttemptAt: now + 7 * second });
});

test("rate: starts at 50/s, doubles each 5 s until the first trouble and grows by a quarter per 30 s after it; 429 or a burst of failures halves it", () => {
  const perS = () => admission.explain("t/a", now, { plan: plans.scale }).ratePerS;
  const press = (seconds: number) => {
    for (const until = now + seconds * second; now < until; now += 10) end(ask(offer("t/a", 4, { plan: plans.scale })).grants, ok, 5);
  };
  expect(perS()).toBe(50);
  press(5.1);
  expect(perS()).toBe(100);
  begin();
  end(ask(offer("t/a")).grants, answer(429), 5);
  expect(perS()).toBe(25);
  press(31);
  expect(perS()).toBe(31.25);
  begin();
  for (let i = 0; i < 5; i++) send("t/a", 1, answer(500), 10);
  expect(perS()).toBe(25);
});

test("recovery ramp: from 10 % of the proven rate and of the permits to all of them over 5 min of success; back on failure; hosts alike", () => {
  send("t/a", 5, silent);
  now = admission.explain("t/a", now).circuit.until;
  send("t/a", 1, ok, 0);
  const ramp = () => admission.explain("t/a", now).ramp as number;
  expect(ramp()).toBeCloseTo(0.1);
  expect(permits(ask(offer("t/a", 4)).grants)).toBe(1);
  expect(reasonOf(offer("t/a", 4))).toBe("ramp");
  begin();
  send("t/a", 5, silent);
  now = admission.explain("t/a", now).circuit.until;
  send("t/a", 151, ok);
  expect(ramp()).toBeCloseTo(0.55, 1);
  send("t/a", 40, failed, 100);
  expect(ramp()).toBeLessThan(0.4);
});

test("backlog floor: every 5th grant to the oldest due of any class, the rest to first attempts younger than 60 s; unused parts spill both ways", () => {
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  const young = offer("t/a", 10, { firstDueAt: now - second });
  const old = offer("t/a", 10, { class: "catch_up", firstDueAt: now - hour });
  const { grants } = ask({ ...young, wanted: 8 }, { ...old, wanted: 2 });
  expect(grants.map(({ class: of, n }) => [of, n])).toEqual([
    ["first", 8],
    ["catch_up", 2],
  ]);
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  expect(permits(ask(old).grants)).toBe(10);
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  expect(permits(ask(young).grants)).toBe(10);
});

test("terminal: other 4xx are dead at once unless listed; 410 disables the subscription; 3xx are retried; a blocked address is dead, names and TLS are not", () => {
  expect(settled(answer(404))).toEqual({ state: "dead", reason: "terminal_status" });
  expect(settled(answer(404), { retryableStatuses: [{ status: 404, max_attempts: 3 }] }).state).toBe("pending");
  expect(settled(answer(410))).toEqual({ state: "dead", reason: "gone", subscriptionEffect: { disable: "gone" } });
  expect(settled(answer(302)).state).toBe("pending");
  expect(settled(broken("blocked_destination"))).toEqual({ state: "dead", reason: "blocked_destination" });
  for (const error of ["dns_nxdomain", "tls_error"] as const) expect(settled(broken(error)).state).toBe("pending");
});

test("success: the status line decides; 2xx is delivered whatever happens to the body afterwards", () => {
  for (const status of [200, 201, 204, 299])
    expect(settled({ kind: "response", status, bodyError: "reset" })).toEqual({ state: "delivered" });
});

test("ordered: one at a time; the head blocks until delivered or dead, and a dead head lets the next pass and is flagged", () => {
  const { grants } = ask(offer("t/a", 5, { class: "ordered" }));
  expect(permits(grants)).toBe(1);
  expect(reasonOf(offer("t/a", 5, { class: "ordered" }))).toBe("ordered_head");
  expect(settled(failed, { class: "ordered" })).toMatchObject({ state: "pending", class: "ordered" });
  expect(["pending", "delivered", "dead"].map((state) => orderedHeads.letsNextPass({ state } as Settlement))).toEqual([false, true, true]);
  const dead = { state: "dead", reason: "terminal_status" } as const;
  expect(orderedHeads.ended(orderedHeads.initial(), { deliveryId: "dlv_7", sequence: 7 }, dead, now)).toMatchObject({ deadHeads: 1 });
});

test("at most once: one attempt, then final", () => {
  const once = (result: AttemptResult) => settled(result, { mode: "at_most_once" });
  expect(once(ok)).toEqual({ state: "delivered" });
  expect(once(silent)).toEqual({ state: "dead", reason: "outcome_unknown" });
  expect([once(failed).state, once(broken("connect_refused")).state, once(answer(404)).state]).toEqual(["dead", "dead", "dead"]);
});

test("configuration error: at least 95 % of the last hour's attempts, or of the last day's without a success, share one cause; never 5xx, 408, 425 or 429", () => {
  const windows = causeWindows(defaultConfigErrorConfig);
  const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
  const judged = (results: readonly AttemptResult[]) => {
    const state = results.reduce(
      (each, result) => windows.observe(each, { permit, classification: classify(result, now), durationMs: 1 }, now),
      windows.initial(),
    );
    return windows.judge(state, now)?.cause ?? null;
  };
  const times = (n: number, result: AttemptResult) => new Array<AttemptResult>(n).fill(result);
  expect(judged([...times(95, answer(401)), ...times(5, ok)])).toBe("http_401");
  expect(judged([...times(94, answer(401)), ...times(6, ok)])).toBeNull();
  expect(judged(times(3, answer(400)))).toBe("http_400");
  for (const status of [500, 408, 425, 429]) expect(judged(times(100, answer(status))), `${status}`).toBeNull();
});

test("shedding: above the threshold and not shrunk over 5 min, and over below it", () => {
  let state = shedding.initial();
  const watch = (deliveries: number, seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      now += second;
      state = shedding.observe(state, { deliveries, bytes: 0 }, now, defaultShedConfig);
    }
    return state.isShedding;
  };
  expect([watch(100_001, 299), watch(100_001, 40), watch(99_999, 1)]).toEqual([false, true, false]);
});
