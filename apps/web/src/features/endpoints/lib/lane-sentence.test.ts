import type { HealthView } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { laneSentence } from "./lane-sentence.ts";

const health: HealthView = {
  circuit_state: "closed",
  next_probe_at: null,
  success_rate: 1,
  lag_seconds: 0,
  backlog: 0,
  dead_count: 0,
  oldest_dead_at: null,
  last_delivery_at: null,
  likely_configuration_error: null,
  shedding: false,
  ramp_percent: 100,
  ordered_ceiling_per_second: null,
  opening: null,
  oldest_due_at: null,
  asked_to_wait_until: null,
  lane: { cap: 4, in_flight: 0, sick: false },
  host: { cap: 20, in_flight: 0, active_subscriptions: 0, circuit_state: "closed", next_probe_at: null },
  retry_budget: { fill: 1 },
  rate_limit: 50,
  waiting: [],
  observed_at: null,
};
const active = { state: "active", disabled_reason: null } as const;

test("what the endpoint's owner decided is told before what the endpoint does", () => {
  const open: HealthView = { ...health, circuit_state: "open", backlog: 9 };
  expect(laneSentence({ ...active, state: "paused" }, open).doing).toContain("Holding");
  expect(laneSentence({ state: "disabled", disabled_reason: "gone" }, open).why).toContain("410");
  expect(laneSentence(active, open).doing).toContain("probe");
});

test("an endpoint that fails is not told as one that is being delivered to", () => {
  expect(laneSentence(active, { ...health, success_rate: 0.49, backlog: 3 })).toMatchObject({
    tone: "bad",
    doing: expect.stringContaining("fail"),
  });
  expect(laneSentence(active, { ...health, success_rate: 0.5 }).tone).toBe("good");
});

test("a waiting delivery is never told as nothing to do", () => {
  expect(laneSentence(active, { ...health, backlog: 1, success_rate: null }).tone).toBe("wait");
  expect(laneSentence(active, { ...health, success_rate: null }).doing).toBe("Nothing to do.");
  expect(laneSentence(active, health).tone).toBe("good");
});

test("an endpoint for which too much waits is told that new events are kept as dead", () => {
  const text = laneSentence(active, { ...health, shedding: true, circuit_state: "open", backlog: 200_000 });
  expect(text).toMatchObject({ tone: "bad", doing: expect.stringContaining("dead"), fix: expect.stringContaining("replay") });
});
