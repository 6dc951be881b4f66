import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptResult, TransportError } from "../classify/attempt-result.ts";
import { classify } from "../classify/classify.ts";
import { laneTraffic } from "../lane-traffic/lane-traffic.ts";
import { defaultBreakerConfig as config } from "./breaker-config.ts";
import { adoptOpen, exportCircuit } from "./stored-circuit.ts";
import { type SubscriptionBreakerState, subscriptionBreaker } from "./subscription-breaker.ts";
import { transitionBetween } from "./transition.ts";

const middle = () => 0.5;
const breaker = subscriptionBreaker(config, middle);
const start = 1_700_000_000_000;
const minute = 60_000;

const answer = (status: number): AttemptResult => ({ kind: "response", status });
const error = (name: TransportError): AttemptResult => ({ kind: "error", error: name });
const end = (result: AttemptResult, generation: number, frozen = false) => ({ generation, classification: classify(result, 0), frozen });

/** One attempt after the other, each granted and ended at its moment. */
function after(results: readonly AttemptResult[], from: SubscriptionBreakerState = breaker.initial(start), at = start, gapMs = 100) {
  return results.reduce((state, result, index) => breaker.observe(state, end(result, state.generation), at + index * gapMs), from);
}
const times = (n: number, result: AttemptResult) => new Array<AttemptResult>(n).fill(result);
const blackHole = (at = start) => after(times(5, error("timeout")), breaker.initial(at), at);
/** Lets the time open pass, sends the probe and ends it. */
function probe(state: SubscriptionBreakerState, result: AttemptResult, at = state.until) {
  const probing = breaker.take(state, at);
  return breaker.observe(probing, end(result, probing.generation), at + 50);
}
const openMs = (state: SubscriptionBreakerState) => state.until - state.changedAt;

test("opens at 50 % failures over at least 20 attempts in 60 s", () => {
  expect(after([...times(10, answer(200)), ...times(9, answer(500))]).phase).toBe("closed");
  expect(after([...times(10, answer(200)), ...times(10, answer(500))]).phase).toBe("open");
  expect(after([...times(10, answer(500)), ...times(10, answer(200))]).phase).toBe("open");
  expect(after([...times(11, answer(200)), ...times(10, answer(500))]).phase).toBe("closed");
});

test("C57: one failure of one, and nineteen of nineteen, are too few to judge by; the twentieth opens", () => {
  expect(after([answer(500)]).phase).toBe("closed");
  expect(after(times(19, answer(500))).phase).toBe("closed");
  expect(after(times(20, answer(500))).phase).toBe("open");
});

test("C57: failures spread over more than 60 s are not counted together", () => {
  expect(after(times(40, answer(500)), breaker.initial(start), start, 4_000).phase).toBe("closed");
});

test("opens at 5 timeouts or transport failures without a success in 5 min: a black hole never reaches 20 attempts", () => {
  const slow = (n: number, gapMs: number) => after(times(n, error("timeout")), breaker.initial(start), start, gapMs);
  expect(slow(4, 50_000).phase).toBe("closed");
  expect(slow(5, 50_000).phase).toBe("open");
  expect(
    after(["connect_refused", "connect_reset", "dns_timeout", "tls_error", "timeout"].map((name) => error(name as TransportError))).phase,
  ).toBe("open");
  // Too far apart to be within five minutes.
  expect(slow(20, 80_000).phase).toBe("closed");
});

test("a success within 5 min rules out the count of timeouts, and no longer", () => {
  const succeeded = after([answer(200)]);
  expect(after(times(6, error("timeout")), succeeded, start + minute).phase).toBe("closed");
  expect(after(times(6, error("timeout")), succeeded, start + 5 * minute).phase).toBe("open");
});

test("what counts: transport errors, 5xx, 408, 425 and 3xx; other 4xx and 429 are answers", () => {
  for (const status of [500, 503, 408, 425, 302]) expect(after(times(20, answer(status))).phase, String(status)).toBe("open");
  for (const status of [400, 401, 404, 410, 429]) expect(after(times(40, answer(status))).phase, String(status)).toBe("closed");
});

test("our own faults never count, neither as failures nor as attempts", () => {
  for (const fault of ["shutdown", "unsendable_request", "unknown", "blocked_destination"] as const) {
    const fresh = breaker.initial(start);
    expect(after(times(40, error(fault)), fresh), fault).toBe(fresh);
  }
});

test("an open circuit refuses until a probe may go, then lets exactly one pass", () => {
  const open = blackHole();
  expect(breaker.check(open, open.until - 1, { frozen: false })).toEqual({
    ok: false,
    reason: "circuit_open",
    until: open.until,
    endedBy: null,
  });
  expect(breaker.check(open, open.until, { frozen: false })).toEqual({ ok: true });
  const probing = breaker.take(open, open.until);
  const leaseEnd = open.until + config.probe_lease_ms;
  expect(breaker.check(probing, open.until + 1, { frozen: false })).toEqual({
    ok: false,
    reason: "probe_in_flight",
    until: leaseEnd,
    endedBy: null,
  });
});

test("a probe carries a lease, so one that never comes back does not block the next", () => {
  const open = blackHole();
  const lost = breaker.take(open, open.until);
  const leaseEnd = open.until + config.probe_lease_ms;
  expect(breaker.check(lost, leaseEnd, { frozen: false })).toEqual({ ok: true });
  const second = breaker.take(lost, leaseEnd);
  expect(breaker.check(second, leaseEnd, { frozen: false }).ok).toBe(false);
  // The first probe comes back after all: late, and harmless.
  expect(breaker.observe(second, end(answer(200), lost.generation), leaseEnd + 1)).toBe(second);
  expect(breaker.observe(second, end(answer(200), second.generation), leaseEnd + 1).phase).toBe("closed");
});

test("the time open doubles from 30 s to 30 min and stays there", () => {
  let state = blackHole();
  const lengths = [openMs(state)];
  for (let i = 0; i < 8; i++) {
    state = probe(state, error("timeout"));
    lengths.push(openMs(state));
  }
  expect(lengths.map((ms) => ms / 1_000)).toEqual([30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800]);
});

test("the time open is jittered by a tenth, so lanes that fell together rise apart", () => {
  const opensFor = (random: () => number) => {
    const jittered = subscriptionBreaker(config, random);
    let state = jittered.initial(start);
    for (let i = 0; i < 5; i++) state = jittered.observe(state, end(error("timeout"), 0), start);
    return openMs(state);
  };
  expect([opensFor(() => 0), opensFor(middle), opensFor(() => 1 - 2 ** -32)]).toEqual([27_000, 30_000, 33_000]);
});

test("the doubling decays while healthy, one step per minute of success, and not in silence", () => {
  let state = blackHole();
  for (let i = 0; i < 3; i++) state = probe(state, error("timeout"));
  expect(state.level).toBe(4);
  state = probe(state, answer(200));
  const closedAt = state.changedAt;
  expect([state.phase, state.level]).toEqual(["closed", 4]);
  // Within the first minute nothing is forgiven, after an hour of silence one answer forgives one step.
  expect(after([answer(200)], state, closedAt + minute - 1).level).toBe(4);
  expect(after([answer(200)], state, closedAt + 60 * minute).level).toBe(3);
  for (let i = 1; i <= 10; i++) state = after([answer(200)], state, closedAt + i * minute);
  expect(state.level).toBe(0);
});

test("a lane that fails half of the time is not healthy: its doubling does not decay", () => {
  const closed = probe(blackHole(), answer(200));
  const flaky = after([answer(500), answer(200), answer(500), answer(200)], closed, closed.until + 1);
  expect(flaky.level).toBe(closed.level);
});

test("any answer closes a half-open circuit, another failure opens it for twice as long", () => {
  const open = blackHole();
  for (const status of [200, 404, 429]) expect(probe(open, answer(status)).phase).toBe("closed");
  for (const result of [answer(500), answer(302), error("timeout")]) expect(openMs(probe(open, result))).toBe(60_000);
});

test("a probe that our own fault ended tells nothing: another goes at once, and the time open does not grow", () => {
  const open = blackHole();
  const released = probe(open, error("shutdown"));
  expect([released.phase, released.level]).toEqual(["open", open.level]);
  expect(breaker.check(released, released.changedAt, { frozen: false })).toEqual({ ok: true });
});

test("a probe for which no row was found is handed back, and the next goes at once", () => {
  const open = blackHole();
  const probing = breaker.take(open, open.until);
  const back = breaker.giveBack(probing, open.until, probing.generation);
  expect(breaker.check(back, open.until, { frozen: false })).toEqual({ ok: true });
  expect(transitionBetween(probing, back)?.kind).toBe("probe_released");
  expect(breaker.giveBack(probing, open.until, probing.generation - 1)).toBe(probing);
});

test("evidence begins anew at each closing: what failed before does not count again", () => {
  const closed = probe(after(times(20, answer(500))), answer(200));
  expect(after(times(19, answer(500)), closed, closed.changedAt).phase).toBe("closed");
  expect(after(times(20, answer(500)), closed, closed.changedAt).phase).toBe("open");
});

test("what was counted before an opening elsewhere was adopted does not count after the close, either", () => {
  const failing = after(times(19, answer(500)));
  const adopted = adoptOpen(failing, { level: 1, until: start + minute, at: start + 2_000 }, start + 2_000);
  const closed = probe(adopted, answer(200), start + minute);
  expect(after([answer(500)], closed, closed.changedAt).phase).toBe("closed");
  expect(breaker.check(closed, closed.changedAt, { frozen: false })).toEqual({ ok: true });
  expect(laneTraffic(config.window_ms).results(closed.traffic, closed.changedAt)).toEqual({ succeeded: 0, refused: 0, failed: 0 });
  expect(closed.silent).toEqual([]);
});

test("a healthy lane keeps no count of timeouts: an answer clears it", () => {
  const state = after([error("timeout"), error("timeout"), answer(200)]);
  expect(state.silent).toEqual([]);
});

test("results of attempts granted before a transition are late and change nothing", () => {
  const open = blackHole();
  for (const result of [answer(200), answer(500), error("timeout")]) {
    expect(breaker.observe(open, end(result, 0), start + 1_000)).toBe(open);
    const probing = breaker.take(open, open.until);
    expect(breaker.observe(probing, end(result, 0), open.until)).toBe(probing);
    const closed = breaker.observe(probing, end(answer(200), probing.generation), open.until);
    expect(breaker.observe(closed, end(result, 0), open.until)).toBe(closed);
  }
});

test("opening is adopted at once, closing never is", () => {
  const healthy = after(times(10, answer(200)));
  const theirs = { level: 3, until: start + 2 * minute, at: start + 5_000 };
  const adopted = adoptOpen(healthy, theirs, start + 6_000);
  expect([adopted.phase, adopted.until, adopted.level]).toEqual(["open", theirs.until, 3]);
  // There is no news that closes: only the own probe does.
  expect(adoptOpen(adopted, { ...theirs, until: start + 1 }, start + 7_000)).toBe(adopted);
  expect(probe(adopted, answer(200)).phase).toBe("closed");
});

test("news that are over, or older than the own probe, change nothing", () => {
  const closed = probe(blackHole(), answer(200));
  const now = closed.changedAt + 10;
  expect(adoptOpen(closed, { level: 1, until: now + minute, at: closed.changedAt - 1 }, now)).toBe(closed);
  expect(adoptOpen(closed, { level: 1, until: now, at: now }, now)).toBe(closed);
  expect(adoptOpen(closed, { level: 1, until: now + minute, at: now }, now).phase).toBe("open");
});

test("an open circuit that hears of an opening stays open for the longer time, without a transition", () => {
  const open = blackHole();
  const longer = adoptOpen(open, { level: 5, until: open.until + minute, at: start }, start + 1_000);
  expect([longer.until, longer.level]).toEqual([open.until + minute, 5]);
  expect(transitionBetween(open, longer)).toBeNull();
});

test("a restart begins from the stored state", () => {
  const open = blackHole();
  const restored = breaker.restore(exportCircuit(open), start + 5_000);
  expect([restored.phase, restored.until, restored.level]).toEqual(["open", open.until, open.level]);
  const probing = breaker.take(open, open.until);
  expect(breaker.restore(exportCircuit(probing), open.until + 1)).toMatchObject({
    phase: "open",
    until: open.until + config.probe_lease_ms,
  });
  const closed = probe(open, answer(200));
  expect(breaker.restore(exportCircuit(closed), closed.changedAt)).toMatchObject({ phase: "closed", level: closed.level });
});

test("C54: a stored moment in the far future does not keep a lane shut longer than the longest time open", () => {
  const restored = breaker.restore({ phase: "open", level: 2, until: start + 10 * 86_400_000, changedAt: start }, start);
  expect(restored.until).toBe(start + 1.1 * config.max_open_ms);
});

test("while our own network fails, transitions are frozen: nothing opens, closes or sends a probe", () => {
  const fresh = breaker.initial(start);
  expect(breaker.observe(fresh, end(error("timeout"), 0, true), start)).toBe(fresh);
  const open = blackHole();
  const verdict = breaker.check(open, open.until, { frozen: true });
  expect(verdict).toEqual({ ok: false, reason: "circuit_open", until: open.until + 1_000, endedBy: null });
  const probing = breaker.take(open, open.until);
  expect(breaker.observe(probing, end(error("timeout"), probing.generation, true), open.until)).toBe(probing);
});

test("each transition comes out as an event once", () => {
  const fresh = breaker.initial(start);
  const open = blackHole();
  const probing = breaker.take(open, open.until);
  const closed = breaker.observe(probing, end(answer(200), probing.generation), open.until + 1);
  expect([
    transitionBetween(fresh, after(times(4, error("timeout")))),
    transitionBetween(fresh, open)?.kind,
    transitionBetween(open, probing)?.kind,
    transitionBetween(probing, closed),
  ]).toEqual([
    null,
    "opened",
    "half_opened",
    { kind: "closed", from: "half_open", generation: 3, at: open.until + 1, until: open.until + 1 + minute, level: 1 },
  ]);
});

test("a circuit that was never open is forgotten once its evidence is too old, one that doubles is not", () => {
  const state = after([answer(200), error("timeout"), answer(500)]);
  expect(breaker.isIdle(state, start + 4 * minute)).toBe(false);
  expect(breaker.isIdle(state, start + 6 * minute)).toBe(true);
  expect(breaker.isIdle(blackHole(), start + 60 * minute)).toBe(false);
  expect(breaker.isIdle(probe(blackHole(), answer(200)), start + 60 * minute)).toBe(false);
});

test("an endpoint is silent from an attempt without an answer, when nothing succeeded for five minutes, until it answers with whatever status", () => {
  const quiet = after([error("timeout")]);
  for (const later of [0, 10 * minute, 24 * 60 * minute]) expect(breaker.isSilent(quiet, start + later)).toBe(true);
  expect(breaker.isIdle(quiet, start + 6 * 24 * 60 * minute)).toBe(false);
  expect(breaker.isIdle(quiet, start + 8 * 24 * 60 * minute)).toBe(true);
  for (const status of [200, 404, 503])
    expect(breaker.isSilent(after([error("timeout"), answer(status)]), start + minute), `${status}`).toBe(false);
  const lately = after([answer(200), error("timeout")]);
  expect(breaker.isSilent(lately, start + minute)).toBe(false);
  expect(breaker.isSilent(lately, start + 6 * minute)).toBe(true);
  expect(breaker.isSilent(breaker.initial(start), start)).toBe(false);
});

test("what an opening is told with is what the rule was judged by, whichever rule it was", () => {
  const outcomes = fc.array(fc.constantFrom<AttemptResult>(answer(200), answer(404), answer(500), error("timeout")), { maxLength: 200 });
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 10, max: 20_000 }), (results, gapMs) => {
      let state = breaker.initial(start);
      for (const [i, result] of results.entries()) {
        const now = start + i * gapMs;
        const before = state;
        state = breaker.observe(before, end(result, before.generation), now);
        if (state.phase !== "open") continue;
        const { attempts, failures, unanswered } = breaker.openingEvidence(before, state, now);
        const byRatio = attempts >= config.min_attempts && failures >= config.failure_ratio * attempts;
        expect(byRatio || unanswered >= config.timeout_count).toBe(true);
        expect(failures).toBeLessThanOrEqual(attempts);
        return;
      }
    }),
  );
});
