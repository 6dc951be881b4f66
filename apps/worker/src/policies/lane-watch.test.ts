import type { CircuitChange, Refusal } from "@hooklane/core";
import { defaultPolicyConfig } from "@hooklane/core";
import { type AlertChange, STILL_THERE_MS } from "@hooklane/db";
import { beforeEach, expect, test } from "vitest";
import type { Lane } from "../subscriptions/subscription-cache.ts";
import { LaneWatch } from "./lane-watch.ts";

const MINUTE_MS = 60_000;
let now: number;
let told: string[];
let events: string[];
let held: { inFlight: number; cap: number; state: "closed" | "open" };
let lags: Map<string, number>;
let owned: boolean;
let watch: LaneWatch;

const lane = (id: string, tenantId: string, host: string): Lane =>
  ({ id, tenantId, host, shard: 1, state: "active", plan: { lane_cap: 100 } }) as unknown as Lane;
const lanes = [lane("a", "t1", "one"), lane("b", "t1", "shared"), lane("c", "t1", "shared"), lane("d", "t2", "shared")];

const short = (alert: AlertChange): string => {
  const { kind, about } = "raise" in alert ? alert.raise : alert.settle;
  const subject = "subscriptionId" in about ? about.subscriptionId : `${about.tenantId} ${"host" in about ? about.host : ""}`;
  const what = "settle" in alert ? "over" : alert.raise.isNews === false ? "lasts" : "opens";
  return `${what} ${kind} ${subject}`;
};

beforeEach(() => {
  now = 1_800_000_000_000;
  told = [];
  events = [];
  held = { inFlight: 0, cap: 10, state: "closed" };
  lags = new Map();
  owned = true;
  watch = new LaneWatch({
    config: defaultPolicyConfig.alert,
    admission: { explain: () => ({ circuit: { state: held.state }, lane: held }) as never },
    subscriptions: { get: (id) => lanes.find((one) => one.id === id), onHost: (host) => lanes.filter((one) => one.host === host) },
    hostLimits: { capOf: () => undefined },
    due: { lagging: () => lags },
    facts: {
      note: ({ type, alert }) => {
        events.push(type);
        if (alert) told.push(short(alert));
      },
      noteAlert: (alert) => void told.push(short(alert)),
    },
    owns: () => owned,
    now: () => now,
  });
});

const change = (scope: "lane" | "host", id: string, kind: "opened" | "closed"): void =>
  watch.circuitChanged({ scope, id, kind, at: now } as CircuitChange);
const refuse = (laneId: string, reason = "lane_full"): void => watch.refused([{ laneId, reason } as Refusal]);
function pass(ms: number, stepMs = 5_000): void {
  for (const end = now + ms; now < end; ) {
    now += stepMs;
    watch.look();
  }
}

test("a circuit that stays open is told of once it has lasted, confirmed now and then while it lasts, and told to be over when it closes", () => {
  change("lane", "a", "opened");
  pass(4 * MINUTE_MS);
  expect(told).toEqual([]);
  change("lane", "a", "opened"); // a probe failed
  pass(2 * MINUTE_MS);
  expect(told).toEqual(["opens circuit_open a"]);
  pass(STILL_THERE_MS);
  expect(told).toEqual(["opens circuit_open a", "lasts circuit_open a"]);
  change("lane", "a", "closed");
  pass(20 * MINUTE_MS);
  expect(told.slice(2)).toEqual(["over circuit_open a"]);
});

test("endpoints of a host that fails as a whole are one trouble for each tenant on it", () => {
  change("lane", "b", "opened");
  change("host", "shared", "opened");
  pass(6 * MINUTE_MS);
  expect(told).toEqual(["opens host_unreachable t1 shared", "opens host_unreachable t2 shared"]);
  change("host", "shared", "closed");
  expect(told.slice(2)).toEqual(["over host_unreachable t1 shared", "over host_unreachable t2 shared"]);
});

test("a circuit that was open before a restart goes on counting from there, and one that is another worker's is not told of", () => {
  watch.restored("lane", "a", { phase: "open", level: 1, until: now, changedAt: now - 10 * MINUTE_MS });
  watch.restored("host", "shared", { phase: "open", level: 1, until: now, changedAt: now - 10 * MINUTE_MS });
  owned = false;
  watch.forget("a");
  pass(MINUTE_MS);
  expect(told).toEqual([]);
  owned = true;
  watch.restored("lane", "a", { phase: "open", level: 1, until: now, changedAt: now - 10 * MINUTE_MS });
  pass(10_000);
  expect(told).toEqual(["opens circuit_open a"]);
});

test("a lane that is near its cap and refused permits for half a minute is told of, as an event too, and when there is room again", () => {
  held = { inFlight: 9, cap: 10, state: "closed" };
  for (let i = 0; i < 5; i++) {
    refuse("a");
    pass(5_000);
  }
  expect(told).toEqual([]);
  refuse("a");
  pass(10_000);
  expect([told, events]).toEqual([["opens lane_full a"], ["hooklane.lane.full"]]);
  held = { ...held, inFlight: 2 };
  pass(5_000);
  expect([told, events]).toEqual([
    ["opens lane_full a", "over lane_full a"],
    ["hooklane.lane.full", "hooklane.lane.relieved"],
  ]);
});

test("a lane is not full while it has room, while nothing is refused for it, or while it fails", () => {
  held = { inFlight: 7, cap: 10, state: "closed" };
  const minute = (): void => {
    for (let i = 0; i < 12; i++) {
      refuse("a");
      pass(5_000);
    }
  };
  minute();
  held = { inFlight: 2, cap: 2, state: "open" };
  minute();
  held = { inFlight: 10, cap: 10, state: "closed" };
  refuse("a", "host_full");
  pass(MINUTE_MS);
  refuse("a");
  pass(MINUTE_MS);
  expect([told, events]).toEqual([[], []]);
});

test("work that stays due is told of unless a circuit holds it back, and told to be over when the lane has caught up", () => {
  lags = new Map([
    ["a", 16 * MINUTE_MS],
    ["b", 16 * MINUTE_MS],
  ]);
  change("lane", "b", "opened");
  pass(5_000);
  expect(told).toEqual(["opens backlog_age a"]);
  lags = new Map();
  pass(5_000);
  expect(told).toEqual(["opens backlog_age a", "over backlog_age a"]);
});

test("an outage of everything is told in parts, so that the line of facts is not filled by it", () => {
  const many = Array.from({ length: 1_200 }, (_, i) => lane(`m${i}`, "t1", `h${i}`));
  lanes.push(...many);
  for (const { id } of many) change("lane", id, "opened");
  now += 6 * MINUTE_MS;
  watch.look();
  const first = told.length;
  watch.look();
  watch.look();
  lanes.length -= many.length;
  expect(first).toBeLessThan(1_000);
  expect(new Set(told).size).toBe(1_200);
});
