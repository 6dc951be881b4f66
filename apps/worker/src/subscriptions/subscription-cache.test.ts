import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { formatSecret } from "@hooklane/core";
import { headersContext, KeyRing, queryContext, type StoredSecret, type StoredSubscription, secretContext } from "@hooklane/db";
import { expect, test, vi } from "vitest";
import { SubscriptionCache } from "./subscription-cache.ts";

const ID = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f";

function ring(): KeyRing {
  const parsed = KeyRing.parse(`1:${randomBytes(32).toString("base64")}`);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.ring;
}

const stored = (keys: KeyRing, bytes: Buffer, expiresMs: number | null = null): StoredSecret => ({
  ...keys.seal(Buffer.from(formatSecret(bytes)), secretContext(ID)),
  createdMs: 0,
  expiresMs,
});

const row = (version: number, secrets: StoredSecret[], more: Partial<StoredSubscription> = {}): StoredSubscription => ({
  id: ID,
  tenantId: "t",
  plan: "scale",
  planOverride: null,
  url: "https://rx.example/",
  sealedQuery: null,
  host: "rx.example:443",
  eventTypes: ["a"],
  filter: null,
  format: "envelope",
  ordered: false,
  mode: "at_least_once",
  customHeaders: {},
  sealedHeaders: null,
  retryPolicy: {},
  retryableStatuses: [],
  rateLimit: null,
  state: "active",
  shard: 1,
  earlierShards: [],
  version,
  createdMs: 0,
  secrets,
  ...more,
});

function keysAt(cache: SubscriptionCache, nowMs: number): string[] | undefined {
  const lane = cache.get(ID);
  if (!lane) throw new Error("the lane is not known");
  return cache.signingKeys(lane, nowMs)?.map((key) => createHmac("sha256", key).update("m").digest("hex"));
}
const signatureOf = (bytes: Buffer): string => createHmac("sha256", createSecretKey(bytes)).update("m").digest("hex");

test("deliveries are signed with every secret that is live at the moment, and a changed subscription with its new ones alone", () => {
  const keys = ring();
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const cache = new SubscriptionCache(keys);
  cache.apply([row(1, [stored(keys, second), stored(keys, first, 1_000)])]);
  expect(keysAt(cache, 999)).toEqual([signatureOf(second), signatureOf(first)]);
  expect(keysAt(cache, 1_000)).toEqual([signatureOf(second)]);
  cache.apply([row(2, [stored(keys, third)])]);
  expect(keysAt(cache, 999)).toEqual([signatureOf(third)]);
});

test("a stored secret is opened once, however many deliveries it signs", () => {
  const keys = ring();
  const open = vi.spyOn(keys, "open");
  const cache = new SubscriptionCache(keys);
  cache.apply([row(1, [stored(keys, randomBytes(32))])]);
  for (let i = 0; i < 10; i++) keysAt(cache, i);
  expect(open).toHaveBeenCalledTimes(1);
});

test("a secret that no key at hand opens signs nothing", () => {
  const cache = new SubscriptionCache(ring());
  cache.apply([row(1, [stored(ring(), randomBytes(32))])]);
  expect(keysAt(cache, 0)).toBeUndefined();
});

const sealedRow = (keys: KeyRing, query: string, headers: unknown): StoredSubscription =>
  row(1, [], {
    url: "https://rx.example/?",
    sealedQuery: keys.seal(Buffer.from(query), queryContext(ID)),
    customHeaders: { "x-a": null },
    sealedHeaders: keys.seal(Buffer.from(JSON.stringify(headers)), headersContext(ID)),
  });

function targetIn(cache: SubscriptionCache): ReturnType<SubscriptionCache["target"]> {
  const lane = cache.get(ID);
  if (!lane) throw new Error("the lane is not known");
  return cache.target(lane);
}

test("a sealed query and sealed header values are opened once, however many deliveries they are sent with", () => {
  const keys = ring();
  const open = vi.spyOn(keys, "open");
  const cache = new SubscriptionCache(keys);
  cache.apply([sealedRow(keys, "token=1", { "x-a": "b" })]);
  expect(open).not.toHaveBeenCalled();
  for (let i = 0; i < 10; i++) expect(targetIn(cache)).toMatchObject({ url: "https://rx.example/?token=1", customHeaders: { "x-a": "b" } });
  expect(open).toHaveBeenCalledTimes(2);
});

test("what is sealed under a key that is not at hand, or for another row, is not sent anywhere", () => {
  const [keys, other] = [ring(), ring()];
  const cache = new SubscriptionCache(keys);
  cache.apply([sealedRow(other, "token=1", {})]);
  expect(targetIn(cache)).toBeUndefined();
  const { sealedQuery, sealedHeaders, ...plain } = sealedRow(keys, "token=1", { "x-a": "b" });
  cache.apply([{ ...plain, sealedQuery: sealedHeaders, sealedHeaders: null }]);
  expect(targetIn(cache)).toBeUndefined();
  cache.apply([{ ...plain, sealedQuery, sealedHeaders: keys.seal(Buffer.from("[1]"), headersContext(ID)) }]);
  expect(targetIn(cache)).toMatchObject({ customHeaders: undefined });
});
