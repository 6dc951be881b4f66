import { beforeEach, expect, test } from "vitest";
import type { AttemptResult } from "../classify/index.ts";
import { defaultPolicyConfig } from "../config/index.ts";
import { Admission } from "./admission.ts";
import {
  begin,
  end,
  failed,
  grantsOf,
  minute,
  offer,
  ok,
  openedKinds,
  reasonOf,
  second,
  send,
  silent,
  times,
  world,
} from "./test-support/one-admission.ts";

beforeEach(() => begin());

test("a host that closes recovers like a lane: from a tenth of its permits to all of them while its answers are good, and back on failure", () => {
  const lanes = Array.from({ length: 20 }, (_, i) => `t${i}/lane@h`);
  const close = () => {
    begin({ ramp: { start: 0.1, window_ms: minute } });
    for (let round = 0; round < 3; round++) for (const lane of lanes.slice(0, 3)) send(lane, [silent]);
    expect(openedKinds()).toContain("host h opened");
    world.now += minute;
    // Lanes that were not silent themselves ask, so that the host alone holds them up.
    send(lanes[10] as string, [ok]);
    expect(openedKinds()).toContain("host h closed");
  };
  const well = lanes.slice(3);
  const ask = () =>
    world.admission.grant(
      well.map((lane) => offer(lane, 2)),
      world.now,
    );
  const permits = () => ask().grants.reduce((sum, grant) => sum + grant.n, 0);
  close();
  const { grants, refusals } = ask();
  expect(grants.reduce((sum, { n }) => sum + n, 0)).toBe(2);
  expect(refusals[0]).toMatchObject({ reason: "ramp", endedBy: null });
  expect(refusals[0]?.until).toBeGreaterThan(world.now);
  expect(refusals[0]?.until).toBeLessThanOrEqual(world.now + second);
  expect(new Set(grants.map(({ laneId }) => laneId)).size).toBe(2);
  for (const grant of grants) end(grant, ok);
  const half = () => {
    for (let i = 0; i < 30; i++) send(well[i % well.length] as string, [ok]);
  };
  half();
  expect(world.admission.snapshot().hosts.h?.ramp).toBeCloseTo(0.55, 1);
  const stored = JSON.parse(JSON.stringify(world.admission.exportHost("h")));
  const next = new Admission({ ...defaultPolicyConfig, ramp: { start: 0.1, window_ms: minute } });
  next.restoreHost("h", stored, world.now);
  expect(next.snapshot().hosts.h?.ramp).toBe(world.admission.snapshot().hosts.h?.ramp);
  const { ramp: _, ...older } = stored;
  next.restoreHost("h", older, world.now);
  expect(next.snapshot().hosts.h?.ramp).toBeNull();
  send(well[0] as string, [failed, failed]);
  expect(world.admission.snapshot().hosts.h?.ramp).toBeLessThan(0.4);
  half();
  half();
  half();
  expect(world.admission.snapshot().hosts.h?.ramp).toBeNull();
  world.now += second;
  expect(permits()).toBe(20);
});

test("a recovering lane begins with a tenth of its permits and rises only with successes", () => {
  send("t/a", times(5, silent));
  world.now += minute;
  send("t/a", [ok]);
  const rampNow = () => world.admission.explain("t/a", world.now).ramp;
  expect(rampNow()).toBeCloseTo(0.1);
  world.now += 10 * minute;
  expect(rampNow()).toBeCloseTo(0.1);
  expect(grantsOf(offer("t/a", 9))).toMatchObject([{ n: 1 }]);
  expect(reasonOf(offer("t/a"))).toBe("ramp");
  begin();
  send("t/a", times(5, silent));
  world.now += minute;
  send("t/a", times(400, ok));
  expect(rampNow()).toBeNull();
});

test("a lane that falls again in its recovery has a ceiling for permits and rate, its level is not forgiven, and both survive a restart", () => {
  const many = (n: number) => {
    world.now += second / 4;
    return grantsOf(offer("t/a", n, { laneCap: 100 }));
  };
  const sendMany = (rounds: number, result: AttemptResult) => {
    for (let i = 0; i < rounds; i++) for (const grant of many(20)) end(grant, result);
  };
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 2 }, ramp: { start: 0.1, window_ms: minute } });
  const fall = () => {
    for (let i = 0; i < 600 && world.admission.explain("t/a", world.now).circuit.state === "closed"; i++) sendMany(1, failed);
    expect(world.admission.explain("t/a", world.now).circuit.state).toBe("open");
  };
  const close = () => {
    world.now = world.admission.explain("t/a", world.now).circuit.until;
    send("t/a", [ok]);
    expect(world.admission.explain("t/a", world.now).circuit.state).toBe("closed");
  };
  sendMany(240, ok);
  fall();
  close();
  expect(world.admission.explain("t/a", world.now).lane.cap).toBe(20);
  sendMany(220, ok);
  expect(world.admission.explain("t/a", world.now).ramp).toBeGreaterThan(0.5);
  expect(world.admission.exportLane("t/a", world.now)?.circuit.level).toBe(1);
  fall();
  const { cap } = world.admission.explain("t/a", world.now).lane;
  close();
  const lane = () => world.admission.explain("t/a", world.now).lane;
  expect(cap).toBeLessThanOrEqual(2);
  expect(lane().cap).toBeLessThan(20);
  expect(lane().cap).toBeGreaterThan(5);
  const stored = JSON.parse(JSON.stringify(world.admission.exportLane("t/a", world.now)));
  const next = new Admission({ ...defaultPolicyConfig, lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  next.restoreLane("t/a", stored, world.now);
  expect(next.explain("t/a", world.now).lane.cap).toBe(lane().cap);
  expect(next.explain("t/a", world.now).ratePerS).toBeCloseTo(world.admission.explain("t/a", world.now).ratePerS, 5);
  const { relapse: _, rate: __, ...older } = stored;
  const old = new Admission({ ...defaultPolicyConfig, lane: { headroom: 0, min: 20, start: 20, sick: 2 } });
  expect(old.restoreLane("t/a", older, world.now)).toBe(true);
  expect(old.explain("t/a", world.now).lane.cap).toBe(20);
});

test("a recovering lane may claim retries that are due later", () => {
  send("t/a", times(5, silent));
  world.now += minute;
  send("t/a", [ok]);
  world.now += second;
  expect(grantsOf(offer("t/a", 1, { class: "retry" }))).toMatchObject([{ class: "retry", early: true }]);
});
