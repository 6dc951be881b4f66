import { expect, test } from "vitest";
import { answering } from "../endpoints/behaviours.ts";
import { constantLatency } from "../endpoints/latency.ts";
import type { Lane } from "./lane-spec.ts";
import { Ledger } from "./ledger.ts";

const now = 1_000_000;
const anyTime = { after: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY };

function laneOf(more: Partial<Lane> = {}): Lane {
  const endpoint = answering(200, constantLatency(1));
  return { id: "lane", tenantId: "tenant", host: "host", endpoint, shard: 0, state: "active", ...more };
}

test("a row is claimed once, by whoever comes first", () => {
  const ledger = new Ledger();
  const lane = laneOf();
  ledger.accept(lane, 1, "first", now + 1_000, now);
  expect(ledger.claim(lane, "first", anyTime, 5, { token: 1, expiresAt: now + 90 })).toHaveLength(1);
  expect(ledger.claim(lane, "first", anyTime, 5, { token: 2, expiresAt: now + 90 })).toHaveLength(0);
});

test("a result counts only under the lease of its claim", () => {
  const ledger = new Ledger();
  const lane = laneOf();
  const delivery = ledger.accept(lane, 1, "first", now + 1_000, now);
  ledger.claim(lane, "first", anyTime, 1, { token: 1, expiresAt: now + 90 });
  expect(ledger.reap(now + 90)).toEqual([delivery]);
  ledger.claim(lane, "first", anyTime, 1, { token: 2, expiresAt: now + 200 });
  expect(ledger.settle(delivery, 1, { state: "delivered" }, false, now + 100)).toBe(false);
  expect(delivery).toMatchObject({ state: "inflight", attempt: 2 });
  expect(ledger.settle(delivery, 2, { state: "delivered" }, false, now + 100)).toBe(true);
  expect(delivery.state).toBe("delivered");
});

test("an expired lease ends an at-most-once delivery and returns any other", () => {
  const ledger = new Ledger();
  const once = laneOf({ mode: "at_most_once" });
  const again = laneOf();
  const deliveries = [once, again].map((lane) => ledger.accept(lane, 1, "first", now + 1_000, now));
  for (const lane of [once, again]) ledger.claim(lane, "first", anyTime, 1, { token: 1, expiresAt: now + 90 });
  ledger.reap(now + 90);
  expect(deliveries.map(({ state, deadReason }) => [state, deadReason])).toEqual([
    ["dead", "outcome_unknown"],
    ["pending", null],
  ]);
});

test("an ordered lane gives its head and nothing else, and the next one only when the head is final", () => {
  const ledger = new Ledger();
  const lane = laneOf({ ordered: true });
  const [head, next] = [1, 2].map((eventId) => ledger.accept(lane, eventId, "ordered", now + 1_000, now));
  const claim = () => ledger.claim(lane, "ordered", anyTime, 5, { token: 1, expiresAt: now + 90 });
  expect(claim()).toEqual([head]);
  expect(claim()).toEqual([]);
  ledger.settle(head as NonNullable<typeof head>, 1, { state: "dead", reason: "max_attempts" }, true, now);
  expect(claim()).toEqual([next]);
});

test("the sweep ends what waits past its deadline, and what is in flight when it comes back", () => {
  const ledger = new Ledger();
  const lane = laneOf();
  const [sent, waiting] = [1, 2].map((eventId) => ledger.accept(lane, eventId, "first", now + 1_000, now));
  ledger.claim(lane, "first", anyTime, 1, { token: 1, expiresAt: now + 90_000 });
  expect(ledger.expire(now + 1_000)).toBe(0);
  expect(ledger.expire(now + 1_001)).toBe(1);
  expect(waiting).toMatchObject({ state: "dead", deadReason: "expired" });
  expect(sent?.state).toBe("inflight");
  ledger.reap(now + 90_000);
  expect(ledger.expire(now + 90_001)).toBe(1);
  expect(ledger.openCount(lane)).toBe(0);
});

test("rows due before the moment that was claimed up to are passed over and kept", () => {
  const ledger = new Ledger();
  const lane = laneOf();
  ledger.accept(lane, 1, "first", now + 1_000, now);
  expect(ledger.claim(lane, "first", { after: now + 1, before: now + 5 }, 1, { token: 1, expiresAt: now })).toEqual([]);
  expect([...ledger.discover([lane])]).toEqual([{ lane, class: "first", firstDueAt: now }]);
});
