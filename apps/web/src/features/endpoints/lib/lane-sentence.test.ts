import type { HealthView } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { quietHealth as health } from "../test-support/quiet-health.ts";
import { laneSentence } from "./lane-sentence.ts";

const NOW = Date.UTC(2026, 10, 30);
const told = (endpoint: Parameters<typeof laneSentence>[0], of: HealthView) => laneSentence(endpoint, of, NOW);
const active = { state: "active", disabled_reason: null } as const;

test("what the endpoint's owner decided is told before what the endpoint does", () => {
  const open: HealthView = { ...health, circuit_state: "open", backlog: 9 };
  expect(told({ ...active, state: "paused" }, open).doing).toContain("Holding");
  expect(told({ state: "disabled", disabled_reason: "gone" }, open).why).toContain("410");
  expect(told(active, open).doing).toContain("probe");
});

test("an endpoint that fails is not told as one that is being delivered to", () => {
  expect(told(active, { ...health, success_rate: 0.49, backlog: 3 })).toMatchObject({
    tone: "bad",
    doing: expect.stringContaining("fail"),
  });
  expect(told(active, { ...health, success_rate: 0.5 }).tone).toBe("good");
});

test("a waiting delivery is never told as nothing to do", () => {
  expect(told(active, { ...health, backlog: 1, success_rate: null }).tone).toBe("wait");
  expect(told(active, { ...health, success_rate: null }).doing).toBe("Nothing to do.");
  expect(told(active, health).tone).toBe("good");
});

test("an endpoint for which too much waits is told that new events are kept as dead", () => {
  const text = told(active, { ...health, shedding: true, circuit_state: "open", backlog: 200_000 });
  expect(text).toMatchObject({ tone: "bad", doing: expect.stringContaining("dead"), fix: expect.stringContaining("replay") });
});

test("an outage is told from its opening to its end: why, when the probe goes, and how far the recovery is", () => {
  const opening = { opened_at: new Date(NOW).toISOString(), attempts: 24, failures: 22, unanswered: 0, window_seconds: 60 };
  const open = told(active, { ...health, circuit_state: "open", opening, next_probe_at: new Date(NOW + 41_000).toISOString() });
  expect(open.why).toBe("The circuit is open after 22 of 24 attempts failed in 60 s; next probe in 0:41. What waits is kept.");
  expect(told(active, { ...health, circuit_state: "half_open", opening }).doing).toContain("Probing");
  expect(told(active, { ...health, ramp_percent: 30, success_rate: 0.2 }).doing).toContain("30 %");
});

test("a pause that the endpoint asked for is told while it lasts", () => {
  const asked = { ...health, asked_to_wait_until: new Date(NOW + 5_000).toISOString() };
  expect(told(active, asked).doing).toContain("0:05");
  expect(laneSentence(active, asked, NOW + 6_000).doing).toBe("Delivering as events come.");
});
