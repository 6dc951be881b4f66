import { expect, test } from "vitest";
import { endpointAttention } from "./attention.ts";

const health = {
  circuit_state: "closed",
  success_rate: 1,
  backlog: 0,
  dead_count: 0,
  shedding: false,
  likely_configuration_error: null,
} as const;
const healthy = { state: "active", disabled_reason: null, health } as const;
const fault = { cause: "http_401", http_status: 401, hint: "", since: "2026-11-30T08:00:00Z", share: 1 };

test("a healthy endpoint, and one that nothing was sent to, want no look", () => {
  expect(endpointAttention(healthy)).toBeUndefined();
  expect(endpointAttention({ ...healthy, health: { ...health, success_rate: null } })).toBeUndefined();
});

test("an endpoint's most urgent trouble is told first", () => {
  const troubled = { ...healthy, health: { ...health, dead_count: 2, success_rate: 0.2 } };
  expect(endpointAttention(troubled)?.sentence).toContain("20 %");
  expect(endpointAttention({ ...troubled, state: "disabled", disabled_reason: "gone" })?.sentence).toContain("410");
  expect(endpointAttention({ ...healthy, health: { ...health, dead_count: 1 } })?.sentence).toBe("1 delivery died and can be replayed.");
  const misconfigured = { ...health, circuit_state: "open" as const, likely_configuration_error: fault };
  expect(endpointAttention({ ...healthy, health: misconfigured })?.sentence).toBe(
    "It looks set up wrongly: it refuses the signature (401).",
  );
  expect(endpointAttention({ ...healthy, health: { ...health, shedding: true, backlog: 9 } })?.sentence).toContain("9 deliveries");
  expect(endpointAttention({ ...healthy, state: "paused" })?.sentence).toBe("It is paused.");
});

test("a rate is never rounded up to look better than it is", () => {
  expect(endpointAttention({ ...healthy, health: { ...health, success_rate: 0.94999 } })?.sentence).toContain("94.9 %");
});
