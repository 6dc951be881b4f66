import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { sfc32 } from "../random/sfc32.ts";
import { type LaneRateState, laneRate } from "./lane-rate.ts";
import { defaultRateConfig } from "./rate-config.ts";

const rate = laneRate(defaultRateConfig);
const start = 1_700_000_000_000;
const hourS = 3_600;
/** Hours of demand, attempt by attempt. */
const timeout = 60_000;
const ask = { ceilingPerS: 10_000, explicitPerS: null };
const results = {
  ok: classify({ kind: "response", status: 200 }, 0),
  failed: classify({ kind: "response", status: 500 }, 0),
  throttled: classify({ kind: "response", status: 429 }, 0),
  rejected: classify({ kind: "response", status: 404 }, 0),
};
type Result = keyof typeof results;

interface Load {
  readonly demandPerS: number;
  readonly seconds: number;
  readonly durationMs: number;
  /** What comes of an attempt that begins now. */
  readonly answer: (now: number) => Result;
  readonly look?: (state: LaneRateState, before: LaneRateState, now: number) => void;
}

/** An even demand; what is refused waits until it may go. Answers come in the order of the attempts. */
function play({ demandPerS, seconds, durationMs, answer, look }: Load) {
  let state = rate.initial(start);
  const flight: { at: number; result: Result }[] = [];
  let ended = 0;
  const counts = { offered: demandPerS * seconds, sent: 0, ok: 0 };
  const endAll = (until: number) => {
    for (; ended < flight.length && (flight[ended] as (typeof flight)[number]).at <= until; ended++) {
      const { at, result } = flight[ended] as (typeof flight)[number];
      const before = state;
      state = rate.observe(state, { classification: results[result], durationMs }, at, ask);
      look?.(state, before, at);
    }
  };
  for (let now = start; now < start + seconds * 1_000; now = Math.max(now, start + (counts.sent * 1_000) / demandPerS)) {
    endAll(now);
    const verdict = rate.check(state, now, ask);
    if (!verdict.ok) {
      now = verdict.until as number;
      continue;
    }
    state = rate.take(state, now, ask);
    const result = answer(now);
    counts.sent++;
    if (result === "ok") counts.ok++;
    flight.push({ at: now + durationMs, result });
  }
  return counts;
}

test("an endpoint that fails 12 to 30 % of what it is sent by chance, whatever the load, keeps at least 0.7 of it", { timeout }, () => {
  const chances = fc.record({
    seed: fc.integer(),
    ratio: fc.constantFrom(0.12, 0.2, 0.25, 0.25, 0.3),
    demandPerS: fc.constantFrom(2, 10, 25, 45),
    durationMs: fc.constantFrom(5, 100, 900),
  });
  fc.assert(
    fc.property(chances, ({ seed, ratio, demandPerS, durationMs }) => {
      const random = sfc32(seed);
      const { sent, offered } = play({ demandPerS, seconds: hourS, durationMs, answer: () => (random() < ratio ? "failed" : "ok") });
      expect(sent / offered).toBeGreaterThanOrEqual(0.7);
    }),
    { numRuns: 25 },
  );
});

/** Takes so many per second, and a burst of one second's worth. */
function limited(perS: number, above: Result) {
  let tokens = perS;
  let at = start;
  return (now: number): Result => {
    tokens = Math.min(perS, tokens + ((now - at) * perS) / 1_000);
    at = now;
    if (tokens < 1) return above;
    tokens--;
    return "ok";
  };
}

test("an endpoint that takes 50/s and answers 500 above it sees under 2 % of refusals over an hour of demand at 200/s, and gets at least 45/s", {
  timeout,
}, () => {
  for (const durationMs of [5, 50, 500]) {
    const { sent, ok } = play({ demandPerS: 200, seconds: hourS, durationMs, answer: limited(50, "failed") });
    expect((sent - ok) / sent, `${durationMs} ms`).toBeLessThan(0.02);
    expect(ok / hourS, `${durationMs} ms`).toBeGreaterThanOrEqual(45);
  }
});

const worlds = fc.record({
  seed: fc.integer(),
  demandPerS: fc.constantFrom(5, 40, 120),
  durationMs: fc.constantFrom(5, 300),
  weights: fc.record({ failed: fc.nat(40), throttled: fc.nat(10), rejected: fc.nat(10) }),
});

test("the limit never falls below half, nor below 1/s, at once; a cut leaves what succeeded per second; and a state is plain JSON data", {
  timeout,
}, () => {
  fc.assert(
    fc.property(worlds, ({ seed, demandPerS, durationMs, weights }) => {
      const random = sfc32(seed);
      const answer = (): Result => {
        const drawn = random() * 100;
        if (drawn < weights.failed) return "failed";
        if (drawn < weights.failed + weights.throttled) return "throttled";
        return drawn < weights.failed + weights.throttled + weights.rejected ? "rejected" : "ok";
      };
      const look = (state: LaneRateState, before: LaneRateState, now: number) => {
        const [after, current] = [rate.limitPerS(state, ask), rate.limitPerS(before, ask)];
        expect(after).toBeGreaterThanOrEqual(1);
        if (state === before || after >= current) return;
        // Taken back growths doubled at the most.
        expect(after).toBeGreaterThanOrEqual(current / 2);
        const grownFrom = before.trouble?.grownFrom ?? 0;
        const succeededPerS = before.succeeded / Math.max(1, (now - before.stepAt) / 1_000);
        if (after !== grownFrom) expect(after).toBeGreaterThanOrEqual(Math.min(current, succeededPerS) - 1e-9);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      };
      play({ demandPerS, seconds: 600, durationMs, answer, look });
    }),
    { numRuns: 25 },
  );
});
