import { expect, test } from "vitest";
import { owedDelivery, owedReplay } from "./owed-delivery.ts";

const subscription = { state: "active", ordered: false, mode: "at_least_once", windowMs: undefined } as const;

test("a delivery is owed until its window ends, counted from its creation", () => {
  expect(owedDelivery(subscription, 1_000, 500)).toEqual({
    class: "first",
    mode: "at_least_once",
    state: "pending",
    reason: null,
    deadlineMs: 1_500,
  });
  expect(owedDelivery({ ...subscription, windowMs: 7 }, 1_000, 500).deadlineMs).toBe(1_007);
});

test("a paused subscription's deliveries wait; a disabled one's are kept as dead, to be replayed", () => {
  expect(owedDelivery({ ...subscription, state: "paused" }, 0, 1).state).toBe("pending");
  expect(owedDelivery({ ...subscription, state: "disabled" }, 0, 1)).toMatchObject({ state: "dead", reason: "subscription_disabled" });
});

test("what matched and was deleted before its delivery was written is recorded dead, not forgotten", () => {
  expect(owedDelivery({ ...subscription, state: "deleted" }, 0, 1)).toMatchObject({ state: "dead", reason: "subscription_deleted" });
});

test("an ordered subscription's deliveries are of the ordered class, and the mode is kept", () => {
  expect(owedDelivery({ ...subscription, ordered: true, mode: "at_most_once" }, 0, 1)).toMatchObject({
    class: "ordered",
    mode: "at_most_once",
  });
});

test("a replay is backlog with a window of its own, keeps its place in the line of an ordered subscription, and follows the mode of now", () => {
  expect(owedReplay(subscription, 9_000, 500)).toMatchObject({ class: "catch_up", state: "pending", deadlineMs: 9_500 });
  expect(owedReplay({ ...subscription, ordered: true, mode: "at_most_once" }, 0, 1)).toMatchObject({
    class: "ordered",
    mode: "at_most_once",
  });
});

test("what comes for a subscription that is shedding is recorded dead; a disabled one is disabled first", () => {
  expect(owedDelivery({ ...subscription, isShedding: true }, 0, 1)).toMatchObject({ state: "dead", reason: "backlog_shed" });
  expect(owedDelivery({ ...subscription, state: "disabled", isShedding: true }, 0, 1)).toMatchObject({ reason: "subscription_disabled" });
  expect(owedDelivery({ ...subscription, state: "paused", isShedding: true }, 0, 1)).toMatchObject({ reason: "backlog_shed" });
});
