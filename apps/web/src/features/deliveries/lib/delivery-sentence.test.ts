import type { DeliveryView } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { deliverySentence } from "./delivery-sentence.ts";

const delivery: DeliveryView = {
  id: "dlv_1",
  event_id: "evt_1",
  subscription_id: "sub_1",
  event_type: "order.paid",
  state: "delivered",
  test: false,
  generation: 1,
  replay_of: null,
  replayed_by: null,
  attempt_count: 2,
  attempts: [],
  last_status: 200,
  last_error: null,
  waiting_reason: null,
  waiting_until: null,
  next_attempt_at: null,
  deadline_at: "2026-12-01T12:00:00.000Z",
  accepted_at: "2026-11-30T12:00:00.000Z",
  finished_at: "2026-11-30T12:00:03.500Z",
  dead_reason: null,
  payload_erased_at: null,
};

test("a delivered delivery says at which attempt and how long after acceptance", () => {
  expect(deliverySentence(delivery).sentence).toBe("Delivered at attempt 2, 3.50 s after it was accepted.");
  expect(deliverySentence({ ...delivery, attempt_count: 1, accepted_at: null }).sentence).toBe("Delivered at the first attempt.");
});

test("a waiting and a dead delivery say why, and what would change it", () => {
  expect(deliverySentence({ ...delivery, state: "pending", waiting_reason: "subscription_paused" }).fix).toContain("Resume");
  expect(deliverySentence({ ...delivery, state: "dead", dead_reason: "gone" }).sentence).toContain("410");
});

test("a request under way is counted already", () => {
  expect(deliverySentence({ ...delivery, state: "inflight", attempt_count: 1 }).sentence).toBe("Attempt 1 is under way.");
});
