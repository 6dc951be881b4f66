import { expect, test } from "vitest";
import { byAttention, endpointAttention } from "./attention.ts";

const health = {
  circuit_state: "closed",
  success_rate: 1,
  backlog: 0,
  dead_count: 0,
  last_delivery_at: null,
  likely_configuration_error: null,
  shedding: false,
} as const;
const healthy = { state: "active", disabled_reason: null, health } as const;

test("a healthy endpoint, and one that nothing was sent to, want no look", () => {
  expect(endpointAttention(healthy)).toBeUndefined();
  expect(endpointAttention({ ...healthy, health: { ...health, success_rate: null } })).toBeUndefined();
});

test("an endpoint's most urgent trouble is told first", () => {
  const troubled = { ...healthy, health: { ...health, dead_count: 2, success_rate: 0.2 } };
  expect(endpointAttention(troubled)?.sentence).toContain("20 %");
  expect(endpointAttention({ ...troubled, state: "disabled", disabled_reason: "gone" })?.sentence).toContain("410");
  expect(endpointAttention({ ...healthy, health: { ...health, dead_count: 1 } })?.sentence).toBe("1 delivery died and can be replayed.");
});

test("a rate is never rounded up to look better than it is", () => {
  expect(endpointAttention({ ...healthy, health: { ...health, success_rate: 0.9499 } })?.sentence).toContain("94 %");
});

test("endpoints that want a look come first, and the others keep their order", () => {
  const named = (name: string, change: object) => ({ ...healthy, ...change, name });
  const list = [
    named("a", {}),
    named("b", { state: "paused" }),
    named("c", {}),
    named("d", { health: { ...health, circuit_state: "open" } }),
  ];
  expect(byAttention(list).map(({ name }) => name)).toEqual(["d", "b", "a", "c"]);
});
