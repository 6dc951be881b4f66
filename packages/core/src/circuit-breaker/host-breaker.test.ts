import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { defaultBreakerConfig as config } from "./breaker-config.ts";
import { type HostBreakerState, hostBreaker } from "./host-breaker.ts";
import { adoptOpen } from "./stored-circuit.ts";
import { transitionBetween } from "./transition.ts";

const breaker = hostBreaker(config, () => 0.5);
const start = 1_700_000_000_000;
const minute = 60_000;
const results = {
  ok: classify({ kind: "response", status: 200 }, 0),
  rejected: classify({ kind: "response", status: 404 }, 0),
  failed: classify({ kind: "response", status: 503 }, 0),
  silent: classify({ kind: "error", error: "connect_timeout" }, 0),
  ours: classify({ kind: "error", error: "shutdown" }, 0),
};
type Result = keyof typeof results;

const seen = (state: HostBreakerState, lane: number, result: Result, at: number, frozen = false) =>
  breaker.observe(state, { laneId: `sub_${lane}`, generation: state.generation, classification: results[result], frozen }, at);
/** Rounds over lanes, lane i always ending as `ends[i]`; one attempt each 50 ms. */
function rounds(n: number, ends: readonly Result[], from = breaker.initial(start), at = start) {
  let state = from;
  for (let i = 0; i < n * ends.length; i++) state = seen(state, i % ends.length, ends[i % ends.length] as Result, at + i * 50);
  return state;
}
function probe(state: HostBreakerState, result: Result) {
  const probing = breaker.take(state, state.until);
  return seen(probing, 0, result, state.until);
}
const lanes = (...groups: [number, Result][]) => groups.flatMap(([n, result]) => new Array<Result>(n).fill(result));

test("transport failures on one subscription never open the host, on two they do", () => {
  expect(rounds(200, ["silent"]).phase).toBe("closed");
  expect(rounds(200, ["silent", "ok"]).phase).toBe("closed");
  expect(rounds(20, ["silent", "silent"]).phase).toBe("open");
});

test("two subscriptions without an answer open a host after 5 timeouts: a black hole never reaches 20 attempts", () => {
  const slow = (n: number) =>
    Array.from({ length: n }).reduce<HostBreakerState>(
      (state, _, i) => seen(state, i % 2, "silent", start + i * 25_000),
      breaker.initial(start),
    );
  expect(slow(5).phase).toBe("closed");
  expect(slow(6).phase).toBe("open");
  expect(slow(6).openedBy).toBe("unreachable");
});

test("a shared host never trips because of one customer's 500s, however many", () => {
  expect(rounds(500, ["failed"]).phase).toBe("closed");
  expect(rounds(100, ["failed", "ok"]).phase).toBe("closed");
  expect(rounds(100, lanes([4, "failed"])).phase).toBe("closed");
});

test("one customer's 500s do not add to a few timeouts of others", () => {
  let state = rounds(100, ["failed"]);
  state = rounds(2, ["failed", "silent", "silent"], state, start + 6_000);
  for (let i = 0; i < 40; i++) state = seen(state, 0, "failed", start + 7_000 + i);
  expect(state.phase).toBe("closed");
});

test("an answer within 5 min rules out the count of timeouts: a host that answers others is no black hole", () => {
  const answering = rounds(15, ["ok", "ok"]);
  const timeouts = (from: HostBreakerState, at: number) =>
    [0, 1, 0, 1, 0, 1].reduce((state, lane, i) => seen(state, lane, "silent", at + i), from);
  expect(timeouts(answering, start + 10_000).phase).toBe("closed");
  expect(timeouts(answering, start + 6 * minute).phase).toBe("open");
});

test("5xx open the host when at least 5 and at least 50 % of its active subscriptions fail", () => {
  expect(rounds(20, lanes([5, "failed"], [5, "ok"])).phase).toBe("open");
  expect(rounds(20, lanes([5, "failed"], [5, "ok"])).openedBy).toBe("server_error");
  expect(rounds(20, lanes([5, "failed"], [6, "ok"])).phase).toBe("closed");
  expect(rounds(20, lanes([4, "failed"], [1, "ok"])).phase).toBe("closed");
  expect(rounds(20, lanes([5, "failed"], [6, "rejected"])).phase).toBe("closed");
});

test("active, not registered: subscriptions that sent nothing for 60 s are not counted", () => {
  const before = rounds(3, lanes([20, "ok"]));
  expect(rounds(20, lanes([5, "failed"]), before, start + 10_000).phase).toBe("closed");
  expect(rounds(20, lanes([5, "failed"]), before, start + 2 * minute).phase).toBe("open");
});

test("a few answers too few to judge by do not open the host", () => {
  expect(rounds(1, lanes([6, "failed"])).phase).toBe("closed");
});

test("of 40,000 subscriptions on one host the state stays small, and a host that is down for all opens at once", () => {
  let state = breaker.initial(start);
  for (let i = 0; i < 40_000; i++) state = seen(state, i, "ok", start + i);
  expect(state.lanes.length).toBe(32);
  expect(JSON.stringify(state).length).toBeLessThan(5_000);
  const now = start + 40_000;
  for (let i = 0; i < 400; i++) state = seen(state, i, i % 100 === 0 ? "failed" : "ok", now + i);
  expect(state.phase).toBe("closed");
  let down = state;
  for (let i = 0; i < 40_000 && down.phase === "closed"; i++) down = seen(down, i, "silent", now + 1_000 + i);
  expect(down.phase).toBe("open");
});

test("what shut the host decides what its probe must show: any answer for the unreachable, no 5xx for the failing", () => {
  const lost = rounds(20, ["silent", "silent"]);
  expect(probe(lost, "failed").phase).toBe("closed");
  expect(probe(lost, "silent").phase).toBe("open");
  const failing = rounds(20, lanes([6, "failed"]));
  expect(probe(failing, "failed").phase).toBe("open");
  expect(probe(failing, "rejected").phase).toBe("closed");
  expect(probe(failing, "ours")).toMatchObject({ phase: "open", level: failing.level, until: failing.until });
});

test("the host's circuit refuses under its own names, and its one probe is leased, too", () => {
  const open = rounds(20, ["silent", "silent"]);
  expect(breaker.check(open, open.until - 1, { frozen: false })).toMatchObject({ reason: "host_circuit_open", until: open.until });
  const probing = breaker.take(open, open.until);
  const leaseEnd = open.until + config.probe_lease_ms;
  expect(breaker.check(probing, open.until, { frozen: false })).toMatchObject({ reason: "host_probe_in_flight", until: leaseEnd });
  expect(breaker.check(probing, leaseEnd, { frozen: false })).toEqual({ ok: true });
  expect(breaker.giveBack(probing, open.until, probing.generation)).toMatchObject({ phase: "open", until: open.until });
});

test("late results, frozen ones and our own faults change nothing", () => {
  const open = rounds(20, ["silent", "silent"]);
  const probing = breaker.take(open, open.until);
  const late = { laneId: "sub_1", generation: 0, classification: results.ok, frozen: false };
  expect(breaker.observe(probing, late, open.until)).toBe(probing);
  const fresh = breaker.initial(start);
  expect(seen(fresh, 1, "silent", start, true)).toBe(fresh);
  expect(seen(fresh, 1, "ours", start)).toBe(fresh);
});

test("a closed host begins with no evidence, doubles when it opens again soon, and forgets once healthy", () => {
  const closed = probe(rounds(20, ["silent", "silent"]), "ok");
  expect([closed.phase, closed.lanes, closed.level]).toEqual(["closed", [], 1]);
  const again = rounds(20, ["silent", "silent"], closed, closed.changedAt);
  expect(again.until - again.changedAt).toBe(60_000);
  const healthy = rounds(2, ["ok", "ok"], closed, closed.until);
  expect(healthy.level).toBe(0);
  expect(breaker.isIdle(healthy, closed.until + 6 * minute)).toBe(true);
});

test("an opening elsewhere is adopted, and comes out as a transition", () => {
  const fresh = rounds(1, ["ok", "ok"]);
  const adopted = adoptOpen(fresh, { level: 1, until: start + minute, at: start }, start + 1_000);
  expect(transitionBetween(fresh, adopted)).toMatchObject({ kind: "opened", until: start + minute });
  expect(JSON.parse(JSON.stringify(adopted))).toEqual(adopted);
});
