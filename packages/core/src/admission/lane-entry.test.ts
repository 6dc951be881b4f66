import { expect, test } from "vitest";
import { defaultPolicyConfig } from "../config/index.ts";
import { sfc32 } from "../random/sfc32.ts";
import { LaneEntry } from "./lane-entry.ts";
import { createPolicies } from "./policies.ts";

const now = 1_700_000_000_000;
const policies = createPolicies(defaultPolicyConfig, sfc32(1));
const lane = () => new LaneEntry("sub_1", policies, now);
/** No number twice, so that none can be read in another's place. */
const window = (length: number) => Array.from({ length }, (_, i) => 7_000_000_000_000 + i);
const states = {
  breaker: {
    phase: "half_open",
    generation: 3,
    level: 2,
    until: now + 1,
    changedAt: now + 2,
    traffic: { counts: window(11), refused: window(11) },
    silent: window(11),
    answeredAt: now + 3,
    unansweredAt: now + 15,
  },
  rate: {
    limitPerS: 12.5,
    isCalm: false,
    debt: { owed: 0.75, at: now + 4, perS: 13.5 },
    cutAt: now + 5,
    stepAt: now + 6,
    taken: 21,
    ended: 22,
    succeeded: 23,
    failed: 24,
    latencyMs: 25,
    usualMs: 26.5,
    trouble: {
      grownFrom: 61,
      failedGrowths: 62,
      growAt: now + 16,
      cutFrom: 63,
      cutRatio: 0.64,
      usualRatio: 0.65,
      usualOf: 67,
      regainTo: 66,
    },
  },
  proven: {
    slot: 168_000_000,
    counts: [31, 30, 0, 29, 28, 27],
    frozenAt: now + 7,
    stoodStillMs: 32,
    best: [19_000, 700_000, 19_001, 600, 19_005, 5],
  },
  size: {
    cap: 41,
    failing: true,
    peak: 42,
    since: now + 8,
    recomputeAt: now + 9,
    baseMs: 43.5,
    latencies: window(21),
    restored: { arrivalPerS: 1.5, latencyP99Ms: null, until: now + 10 },
  },
  budget: { floor: 0.25, earned: 8.125, at: now + 11 },
  floor: { credit: 0.6, noNewUntil: now + 12 },
  pauseUntil: now + 13,
  turn: 51,
  lastClass: "retry",
  askedAt: now + 14,
} as const;

test("every state is read as it was written, beside all others", () => {
  const entry = lane();
  for (const [name, state] of Object.entries(states)) Object.assign(entry, { [name]: state });
  for (const [name, state] of Object.entries(states)) expect(entry[name as keyof typeof states], name).toEqual(state);
});

test("what is null or empty is read so, also where something was before", () => {
  const entry = lane();
  for (const [name, state] of Object.entries(states)) Object.assign(entry, { [name]: state });
  const cleared = {
    breaker: { ...states.breaker, traffic: { counts: [], refused: [] }, silent: [], answeredAt: null, unansweredAt: null },
    rate: { ...states.rate, usualMs: null, trouble: null },
    proven: { ...states.proven, frozenAt: null, best: [] },
    size: { ...states.size, since: null, baseMs: null, latencies: [], restored: null },
    lastClass: null,
  };
  for (const [name, state] of Object.entries(cleared)) Object.assign(entry, { [name]: state });
  for (const [name, state] of Object.entries(cleared)) expect(entry[name as keyof typeof cleared], name).toEqual(state);
});

test("a new lane is what each policy begins with, and takes no room for what it does not have", () => {
  const entry = lane();
  expect(entry.breaker).toEqual(policies.breaker.initial(now));
  expect(entry.rate).toEqual(policies.rate.initial(now));
  expect(entry.size).toEqual(policies.sizing.initial(now));
  expect(entry.budget).toEqual(policies.budget.initialLane(now));
  entry.setRare("silent", window(11));
  expect(entry.rare.silent).toHaveLength(11);
  entry.setRare("silent", []);
  expect(entry.rare).toEqual(lane().rare);
});

test("seven days of best minutes fit", () => {
  const entry = lane();
  const best = Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? 20_000 + i / 2 : 600_000 - i));
  entry.proven = { ...entry.proven, best };
  expect(entry.proven.best).toEqual(best);
});
