import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { formatSecret } from "@hooklane/core";
import { KeyRing, type StoredSecret, type StoredSubscription, secretContext } from "@hooklane/db";
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

const row = (version: number, secrets: StoredSecret[]): StoredSubscription => ({
  id: ID,
  tenantId: "t",
  plan: "scale",
  planOverride: null,
  url: "https://rx.example/",
  host: "rx.example:443",
  eventTypes: ["a"],
  filter: null,
  format: "envelope",
  ordered: false,
  mode: "at_least_once",
  customHeaders: {},
  retryPolicy: {},
  retryableStatuses: [],
  rateLimit: null,
  state: "active",
  shard: 1,
  earlierShards: [],
  version,
  createdMs: 0,
  secrets,
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
