import type { StoredSubscription } from "@hooklane/db";
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesEventType } from "../core.ts";
import { SubscriptionIndex } from "./subscription-index.ts";

const word = fc.constantFrom("a", "b", "hooklane");
const type = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("."));
const pattern = fc.oneof(
  fc.constant("*"),
  type,
  type.map((prefix) => `${prefix}.*`),
);
const state = fc.constantFrom("active", "paused", "disabled", "deleted");

const row = (id: string, tenantId: string, eventTypes: string[], more: Partial<StoredSubscription> = {}): StoredSubscription => ({
  id,
  tenantId,
  plan: "scale",
  planOverride: null,
  rateLimit: null,
  url: "https://rx.example/",
  host: "rx.example:443",
  eventTypes,
  format: "envelope",
  ordered: false,
  mode: "at_least_once",
  customHeaders: {},
  retryPolicy: {},
  retryableStatuses: [],
  state: "active",
  shard: 1,
  earlierShards: [],
  version: 1,
  createdMs: 0,
  secrets: [],
  ...more,
});

const change = fc.record({
  id: fc.constantFrom("s1", "s2", "s3", "s4", "s5", "s6"),
  tenantId: fc.constantFrom("t1", "t2"),
  eventTypes: fc.array(pattern, { minLength: 1, maxLength: 3 }),
  state,
  ordered: fc.boolean(),
});

test("after any changes, an event matches exactly its tenant's subscriptions whose patterns take its type, each once", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), type, fc.constantFrom("t1", "t2", "t3"), (changes, eventType, tenantId) => {
      const index = new SubscriptionIndex();
      const model = new Map<string, StoredSubscription>();
      for (const { id, tenantId: owner, eventTypes, state: to, ordered } of changes) {
        const changed = row(id, owner, eventTypes, { state: to, ordered });
        index.apply([changed]);
        model.set(id, changed);
      }
      const live = [...model.values()].filter((s) => s.state !== "deleted" && s.tenantId === tenantId);
      const expected = live.filter((s) => matchesEventType(s.eventTypes, eventType));
      const found = index.match(tenantId, eventType);
      expect(found.list.map((s) => s.id).sort()).toEqual(expected.map((s) => s.id).sort());
      expect(found.touchesOrdered).toBe(expected.some((s) => s.ordered));
      expect(index.count(tenantId)).toBe(live.length);
    }),
    { numRuns: 2_000 },
  );
});

test("C59: another tenant's subscription to everything matches nothing of mine", () => {
  const index = new SubscriptionIndex();
  index.apply([row("s1", "t1", ["*"]), row("s2", "t2", ["*", "order.created"])]);
  expect(index.match("t1", "order.created").list.map((s) => s.id)).toEqual(["s1"]);
});

test("a subscription with two patterns that match is listed once, and whether an ordered one is among them is told", () => {
  const index = new SubscriptionIndex();
  index.apply(Array.from({ length: 5 }, (_, i) => row(`s${i}`, "t", ["a", "*"])));
  expect(index.match("t", "a").list).toHaveLength(5);
  expect(index.match("t", "a").touchesOrdered).toBe(false);
  index.apply([row("s9", "t", ["a"], { ordered: true })]);
  expect(index.match("t", "a").list).toHaveLength(6);
  expect(index.match("t", "a").touchesOrdered).toBe(true);
});

test("a subscription's own retry window is kept, as deliveries end by it", () => {
  const index = new SubscriptionIndex();
  index.apply([row("s1", "t", ["a"], { retryPolicy: { window_ms: 5_000 } })]);
  expect(index.match("t", "a").list[0]?.windowMs).toBe(5_000);
});
