import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultRampConfig as config } from "./recovery-ramp.ts";
import { type RelapseState, relapses } from "./relapse.ts";

const policy = relapses(config);
const start = 1_700_000_000_000;
const minute = 60_000;
const least = { permits: 1, perS: 1 };
const full = { permits: 20, perS: 50 };
const recovering = policy.recovering(policy.initial(), start);
const held = (state: RelapseState, n: number, at: number) => policy.took(state, at, n);
const ceilingOf = (state: RelapseState) => ({ permits: policy.permits(state), perS: policy.perS(state) });
const none = { permits: Number.POSITIVE_INFINITY, perS: Number.POSITIVE_INFINITY };
/** Healthy answers, one each second. */
function healthy(from: RelapseState, at: number, seconds: number): RelapseState {
  let state = from;
  for (let second = 1; second <= seconds; second++) state = policy.observe(state, at + second * 1_000, true, full);
  return state;
}
const relapsed = policy.fell(held(recovering, 13, start), start + 1_000, 8, least);

test("a first fall remembers nothing: an outage is not an overload", () => {
  expect(policy.fell(policy.initial(), start, 100, least)).toBeNull();
  const later = policy.recovered(recovering, start + minute);
  expect(policy.fell(later, start + minute + config.window_ms, 100, least)).toBeNull();
});

test("a relapse remembers three quarters of the permits held at most, and of the rate, when it fell", () => {
  expect(ceilingOf(relapsed)).toEqual({ permits: 9, perS: 6 });
  const shortly = held(policy.recovered(recovering, start), 12, start + config.window_ms - 1);
  expect(ceilingOf(policy.fell(shortly, start + config.window_ms, 10, least))).toEqual({ permits: 9, perS: 7.5 });
});

test("only what was held within the last minutes counts", () => {
  const long = held(held(recovering, 20, start), 8, start + 5 * minute);
  expect(policy.permits(policy.fell(long, start + 5 * minute, 4, least))).toBe(6);
});

test("more than ever since the recovery is to be borne as long as the recovery's end", () => {
  let state = policy.recovered(recovering, start);
  for (const [i, n] of [4, 6, 8, 13].entries()) state = held(state, n, start + (i + 1) * 4 * minute);
  expect(policy.permits(policy.fell(state, start + 17 * minute, 4, least))).toBe(9);
  const settled = held(state, 13, start + 30 * minute);
  expect(policy.fell(settled, start + 30 * minute, 4, least)).toBeNull();
});

test("a fall with no more load than a recovery begins with is the outage that goes on, and shows nothing new", () => {
  expect(ceilingOf(policy.fell(held(recovering, 1, start), start, 1, least))).toEqual(none);
  const again = held(policy.recovering(relapsed, start + minute), 1, start + minute);
  expect(ceilingOf(policy.fell(again, start + minute, 0.5, least))).toEqual(ceilingOf(relapsed));
});

test("a ceiling is lifted by a quarter after a healthy hold as long as the ramp, and is forgotten where it does not bind", () => {
  const recovered = policy.recovered(policy.recovering(relapsed, start), start);
  const hold = config.window_ms / 1_000;
  expect(ceilingOf(healthy(recovered, start, hold - 2))).toEqual({ permits: 9, perS: 6 });
  expect(ceilingOf(healthy(recovered, start, hold + 1))).toEqual({ permits: 12, perS: 7.5 });
  const broken = policy.observe(healthy(recovered, start, hold - 10), start + hold * 1_000, false, full);
  expect(ceilingOf(healthy(broken, start + hold * 1_000, hold - 2))).toEqual({ permits: 9, perS: 6 });
  expect(ceilingOf(healthy(recovered, start, 12 * hold))).toEqual(none);
  expect(policy.observe(policy.recovering(relapsed, start), start + 60 * minute, true, full)).toMatchObject({ ceiling: { permits: 9 } });
});

test("with each further relapse the hold is twice as long, up to 6 h, whenever the lane falls at its ceiling", () => {
  let state = relapsed;
  let now = start;
  const holds = Array.from({ length: 9 }, () => {
    now += 60 * minute;
    state = policy.recovered(policy.recovering(state, now), now);
    now += 60 * minute;
    state = policy.fell(held(state, policy.permits(state), now), now, policy.perS(state), { permits: 0, perS: 0 });
    return (state?.ceiling?.holdMs ?? 0) / minute;
  });
  expect(holds).toEqual([10, 20, 40, 80, 160, 320, 360, 360, 360]);
});

test("what relapses have shown survives a restart", () => {
  const stored = JSON.parse(JSON.stringify(policy.export(relapsed)));
  const restored = policy.restore(stored, start + minute);
  expect(ceilingOf(restored)).toEqual(ceilingOf(relapsed));
  expect(policy.export(restored)).toEqual(stored);
  expect([policy.export(null), policy.restore(null, start)]).toEqual([null, null]);
});

const steps = fc.array(
  fc.record({
    do: fc.constantFrom("take", "take", "answer", "answer", "bad", "fall", "recover", "end"),
    waitMs: fc.nat(200_000),
    held: fc.integer({ min: 1, max: 20 }),
    perS: fc.integer({ min: 1, max: 60 }),
  }),
  { maxLength: 80 },
);

test("a ceiling is three quarters of what was held within the last four minutes, at least one permit, and rises by a quarter at a time", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let state = policy.initial();
      let now = start;
      const log: { at: number; held: number }[] = [];
      for (const { do: what, waitMs, held: n, perS } of sequence) {
        now += waitMs;
        const before = ceilingOf(state);
        if (what === "take") {
          log.push({ at: now, held: n });
          state = policy.took(state, now, n);
        } else if (what === "answer" || what === "bad") state = policy.observe(state, now, what === "answer", full);
        else if (what === "fall") state = policy.fell(state, now, perS, least);
        else if (what === "recover") state = policy.recovering(state, now);
        else state = policy.recovered(state, now);
        const after = ceilingOf(state);
        expect(after.permits).toBeGreaterThanOrEqual(1);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        if (after.permits < before.permits) {
          expect(what).toBe("fall");
          const lately = Math.max(0, ...log.filter(({ at }) => now - at < 4 * minute).map(({ held: most }) => most));
          expect(after.permits).toBeLessThanOrEqual(Math.max(1, Math.floor(0.75 * lately)));
          expect(after.perS).toBe(0.75 * perS);
        } else if (after.permits > before.permits && what !== "fall") {
          expect(what).toBe("answer");
          if (Number.isFinite(after.permits)) expect(after.permits).toBe(Math.ceil(before.permits * 1.25));
        }
      }
    }),
  );
});
