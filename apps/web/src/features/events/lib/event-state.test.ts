import { expect, test } from "vitest";
import { eventListQuery } from "./event-filters.ts";
import { eventStateText } from "./event-state.ts";

type Facts = Parameters<typeof eventStateText>[0];
const delivery = (state: Facts["deliveries"][number]["state"], generation = 1): Facts["deliveries"][number] => ({
  id: "dlv_1",
  subscription_id: "sub_1",
  state,
  generation,
  attempt_count: 1,
  dead_reason: null,
});
const facts: Facts = {
  fan_out: { state: "done", total: 2, done: 2 },
  completed_at: "2026-11-30T12:00:00.000Z",
  deliveries: [delivery("delivered"), delivery("delivered")],
  deliveries_truncated: false,
};

test("an event is completed by its first generation: a replay under way changes nothing of it", () => {
  expect(eventStateText({ ...facts, deliveries: [...facts.deliveries, delivery("pending", 2)] })).toMatchObject({
    label: "Completed",
    sentence: "All of 2 deliveries delivered.",
  });
});

test("one that is open says how many are, one with dead ones says so, one that nobody wanted too", () => {
  const open = { ...facts, completed_at: null, deliveries: [delivery("delivered"), delivery("pending"), delivery("dead")] };
  expect(eventStateText(open).sentence).toBe("Of 3 deliveries, 1 delivered, 1 dead, and 1 under way.");
  expect(eventStateText({ ...facts, deliveries: [delivery("dead")] }).tone).toBe("bad");
  expect(eventStateText({ ...facts, deliveries: [] }).label).toBe("No takers");
  expect(eventStateText({ ...facts, fan_out: { state: "running", total: 5_000, done: 1_000 } }).sentence).toContain("1000 of about 5000");
});

test("an address's type that is none is not asked for", () => {
  const nowMs = Date.UTC(2026, 10, 30, 12);
  expect(eventListQuery("ten_1", { type: "not a type", range: "1h", cursor: null }, nowMs)).toEqual({
    tenantId: "ten_1",
    since: "2026-11-30T11:00:00.000Z",
  });
});
