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
  sealedQuery: null,
  host: "rx.example:443",
  eventTypes,
  filter: null,
  format: "envelope",
  ordered: false,
  mode: "at_least_once",
  customHeaders: {},
  sealedHeaders: null,
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

const noPayload = () => undefined;
const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id).sort();

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
      const found = index.match([tenantId], eventType);
      expect(idsOf(found.takers(noPayload))).toEqual(idsOf(expected));
      expect(idsOf(found.orderedTakers(noPayload))).toEqual(idsOf(expected.filter((s) => s.ordered)));
      expect(found.count).toBeGreaterThanOrEqual(expected.length);
      expect(index.count(tenantId)).toBe(live.length);
      const everybody = index.match("all", eventType);
      const both = index.match(["t1", "t2"], eventType);
      const all = [...model.values()].filter((s) => s.state !== "deleted" && matchesEventType(s.eventTypes, eventType));
      expect(idsOf(everybody.takers(noPayload))).toEqual(idsOf(all));
      expect(idsOf(everybody.orderedTakers(noPayload))).toEqual(idsOf(all.filter((s) => s.ordered)));
      expect(idsOf(both.takers(noPayload))).toEqual(idsOf(all));
      expect(everybody.count).toBe(both.count);
    }),
    { numRuns: 2_000 },
  );
});

test("C59: another tenant's subscription to everything matches nothing of mine", () => {
  const index = new SubscriptionIndex();
  index.apply([row("s1", "t1", ["*"]), row("s2", "t2", ["*", "order.created"])]);
  expect(idsOf(index.match(["t1"], "order.created").takers(noPayload))).toEqual(["s1"]);
});

test("a subscription with two patterns that match takes the event once, and counts twice at most", () => {
  const index = new SubscriptionIndex();
  index.apply(Array.from({ length: 5 }, (_, i) => row(`s${i}`, "t", ["a", "*"])));
  expect(index.match(["t"], "a").takers(noPayload)).toHaveLength(5);
  expect(index.match(["t"], "a").count).toBe(10);
});

test("filters see the payload, which is asked for only when there is one", () => {
  const index = new SubscriptionIndex();
  index.apply([row("s1", "t", ["a"]), row("s2", "t", ["b"], { filter: { level: { $gt: 3 } } })]);
  const neverAsked = () => {
    throw new Error("asked");
  };
  expect(idsOf(index.match(["t"], "a").takers(neverAsked))).toEqual(["s1"]);
  expect(idsOf(index.match(["t"], "b").takers(() => ({ level: 4 })))).toEqual(["s2"]);
  expect(index.match(["t"], "b").takers(() => ({ level: 3 }))).toEqual([]);
  index.apply([row("s2", "t", ["b"], { filter: { level: { $later: 1 } } })]);
  expect(idsOf(index.match(["t"], "b").takers(() => ({ level: 1 })))).toEqual(["s2"]); // of a newer version: it holds nothing back
});

test("who sheds is known of subscriptions that are there, come later, or change", () => {
  const index = new SubscriptionIndex();
  const shedding = () =>
    idsOf(
      index
        .match(["t"], "a")
        .takers(noPayload)
        .filter((s) => s.isShedding),
    );
  index.apply([row("s1", "t", ["a"]), row("s2", "t", ["a"])]);
  index.setShedding(["s1", "s3"]);
  expect(shedding()).toEqual(["s1"]);
  index.apply([row("s3", "t", ["a"]), row("s1", "t", ["a"], { state: "paused" })]);
  expect(shedding()).toEqual(["s1", "s3"]);
  index.setShedding(["s2"]);
  expect(shedding()).toEqual(["s2"]);
});

test("a subscription's own retry window is kept, as deliveries end by it", () => {
  const index = new SubscriptionIndex();
  index.apply([row("s1", "t", ["a"], { retryPolicy: { window_ms: 5_000 } })]);
  expect(index.match(["t"], "a").takers(noPayload)[0]?.windowMs).toBe(5_000);
});
