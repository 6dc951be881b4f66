import { expect, test } from "vitest";
import { answering } from "../endpoints/behaviours.ts";
import { constantLatency } from "../endpoints/latency.ts";
import { watchedWorld } from "../scenarios/watched-world.ts";

test("a host crowded with lanes that have nothing but old work moves at full speed: no permit is wasted on new work that is not there", () => {
  const lanes = Array.from({ length: 500 }, (_, i) => ({
    id: `lane${i}`,
    tenantId: `tenant${i}`,
    host: "shared",
    endpoint: answering(200, constantLatency(40)),
  }));
  let began = 0;
  let unused = 0;
  const { world, checker } = watchedWorld({
    seed: 1,
    lanes,
    observers: [
      {
        began: () => void began++,
        unused(_worker, _grant, n) {
          unused += n;
        },
      },
    ],
  });
  for (const lane of world.lanes.values()) {
    world.setState(lane, "paused");
    for (let i = 0; i < 3; i++) world.publish([lane]);
  }
  world.runFor(90_000);
  expect(began).toBe(0);
  for (const lane of world.lanes.values()) world.setState(lane, "active");
  // 20 at a time, 40 ms each: 1,500 deliveries take three seconds and a little
  world.runFor(96_000);
  expect(began).toBe(1_500);
  // Each lane is found empty once.
  expect(unused).toBeLessThanOrEqual(lanes.length);
  expect(checker.count).toBe(0);
});
