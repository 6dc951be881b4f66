import { beforeEach, expect, test } from "vitest";
import { defaultPolicyConfig } from "../config/index.ts";
import { Admission } from "./admission.ts";
import type { Grant } from "./offer.ts";
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
  refusalOf,
  second,
  send,
  silent,
  times,
  world,
} from "./test-support/one-admission.ts";
import type { CircuitChange } from "./transition.ts";

beforeEach(() => begin());

test("a circuit that opens refuses with the moment of its probe, and says so; a probe that succeeds closes it and begins a recovery", () => {
  expect(send("t/a", times(5, silent))).toBe(5);
  expect(openedKinds()).toEqual(["lane t/a opened"]);
  const refusal = refusalOf(offer("t/a"));
  expect(refusal?.reason).toBe("circuit_open");
  world.now = refusal?.until as number;
  const [probe, ...others] = grantsOf(offer("t/a", 9), offer("t/a", 9, { class: "retry" }));
  expect([probe?.n, others]).toEqual([1, []]);
  expect(reasonOf(offer("t/a"))).toBe("probe_in_flight");
  world.now += 50;
  end(probe as Grant, ok);
  expect(openedKinds()).toEqual(["lane t/a opened", "lane t/a half_opened", "lane t/a closed"]);
  expect(world.admission.explain("t/a", world.now).ramp).toBeCloseTo(0.1);
});

test("a probe that found no row leaves its place to another at once", () => {
  send("t/a", times(5, silent));
  world.now += minute;
  const [probe] = grantsOf(offer("t/a")) as [Grant];
  world.admission.giveBack(probe, 1, world.now);
  expect(grantsOf(offer("t/a"))).toMatchObject([{ n: 1 }]);
});

test("what was under way when a circuit opened is late: it neither closes nor worsens it", () => {
  const late = grantsOf(offer("t/a", 3, { laneCap: 3 })) as [Grant];
  send("t/a", times(5, silent), { laneCap: 20 });
  const before = world.admission.exportLane("t/a", world.now)?.circuit;
  end(late[0], ok);
  expect(world.admission.exportLane("t/a", world.now)?.circuit).toEqual(before);
});

test("opening is adopted at once, closing never is; an adopted opening is not told again", () => {
  send("t/a", times(5, silent));
  const opened = world.transitions[0] as CircuitChange;
  const told = [...world.transitions];
  const other = new Admission(defaultPolicyConfig, { onTransition: (transition) => void told.push(transition) });
  other.adoptOpen(opened, world.now);
  expect(other.grant([offer("t/a")], world.now).refusals[0]).toMatchObject({ reason: "circuit_open", until: opened.until });
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

test("when most hosts of several tenants become unreachable at once it is our own network: no circuit opens, and the operator is told", () => {
  const names = Array.from({ length: 24 }, (_, i) => `t${i % 4}/lane${i}`);
  for (let round = 0; round < 12; round++) {
    world.now += second;
    for (const grant of grantsOf(...names.map((name) => offer(name)))) end(grant, silent);
  }
  expect(openedKinds()[0]).toBe("fleet  panic_started");
  expect(openedKinds().filter((each) => each.includes("opened"))).toEqual([]);
  expect(reasonOf(offer("t0/lane0"))).toBeNull();
  world.now += 2 * minute;
  world.admission.tick(world.now);
  expect(openedKinds().at(-1)).toBe("fleet  panic_ended");
});
