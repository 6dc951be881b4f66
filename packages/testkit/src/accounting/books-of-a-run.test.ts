import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sfc32 } from "@hooklane/core";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProducer } from "../producer/create-producer.ts";
import { geofenceEvents } from "../producer/geofence-events.ts";
import { readProducerLedger } from "../producer/producer-ledger.ts";
import type { Answer, ReceivedRequest } from "../receiver/behaviour.ts";
import { readReceiverLedger } from "../receiver/receiver-ledger.ts";
import { startReceiver } from "../receiver/start-receiver.ts";
import { balance } from "./balance.ts";
import type { PlatformDelivery, Target } from "./books.ts";
import { collectPlatform } from "./collect-platform.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const eventCount = 40;

/** What a dishonest platform does to its n-th event (from 1). */
interface Sabotage {
  readonly skip?: (n: number) => boolean;
  readonly alter?: (envelope: string, n: number) => string;
  readonly secret?: (n: number) => string;
  readonly webhookId?: (id: string, n: number) => string;
}

/** The smallest thing that keeps the platform's contract: takes events, sends each copy until it gets a 2xx, lists deliveries. */
function standInPlatform(endpointUrl: () => string, sabotage: Sabotage) {
  const rows: PlatformDelivery[] = [];
  const eventIds = new Map<string, string>();

  const deliver = async (id: string, n: number, type: string, payload: string) => {
    const body = `{"id":"${id}","type":"${type}","timestamp":"2026-01-05T05:00:00.000Z","data":${payload}}`;
    const sent = sabotage.alter?.(body, n) ?? body;
    const webhookId = sabotage.webhookId?.(id, n) ?? id;
    for (let attempt = 1; ; attempt += 1) {
      const now = new Date();
      const headers = {
        "webhook-id": webhookId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": new Webhook(sabotage.secret?.(n) ?? secret).sign(webhookId, now, sent),
        "idempotency-key": createHash("sha256").update(`${id}|sub_1`).digest("hex"),
        "x-attempt": String(attempt),
      };
      if ((await fetch(endpointUrl(), { method: "POST", body: sent, headers })).ok) return;
    }
  };

  const accept = async ({ body }: ReceivedRequest): Promise<Answer> => {
    const [, type = "", key = "", payload = ""] =
      /^\{"type":"(.*?)","idempotency_key":"(.*?)","payload":(.*)\}$/s.exec(body.toString()) ?? [];
    const known = eventIds.get(key);
    const id = known ?? `evt_${eventIds.size + 1}`;
    if (known === undefined) {
      eventIds.set(key, id);
      const n = eventIds.size;
      const row = { id: `dlv_${n}`, event_id: id, subscription_id: "sub_1", state: "delivered", dead_reason: null };
      if (!sabotage.skip?.(n)) {
        rows.push(row);
        await deliver(id, n, type, payload);
      }
      // Every fifth 202 is lost on its way: the producer must ask again and be told the same event.
      if (n % 5 === 0) return { kind: "raw", bytes: "", end: "reset" };
    }
    return { kind: "status", status: 202, body: JSON.stringify({ event_id: id, deliveries: 1, shed: [] }) };
  };

  return (request: ReceivedRequest): Answer | Promise<Answer> =>
    request.method === "POST"
      ? accept(request)
      : { kind: "status", status: 200, body: JSON.stringify({ data: rows, next_cursor: null, has_more: false }) };
}

describe("the books of a whole run", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "books-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function booksOf(sabotage: Sabotage) {
    const files = { producer: path.join(folder, "producer.ndjson"), receiver: path.join(folder, "receiver.ndjson") };
    const receiver = await startReceiver({
      behaviours: { flaky: { kind: "flaky", failureRate: 0.3, random: sfc32(1) } },
      ledgerFile: files.receiver,
    });
    receiver.setSecret("flaky", secret);
    const api = await startReceiver({
      behaviours: { api: { kind: "scripted", respond: standInPlatform(() => receiver.url("flaky"), sabotage) } },
    });
    const producer = await createProducer({ baseUrl: api.url("api"), apiKey: "hk_test", ledgerFile: files.producer, retryDelayMs: 1 });
    const events = geofenceEvents(sfc32(2));
    await producer.run({
      ratePerSecond: 1_000,
      seconds: eventCount / 1_000,
      makeEvent: () => {
        const { type, payload } = events.next().value;
        // Spacing that no serialiser of ours would write.
        return { type, payload: payload.replaceAll('":', '" :  '), targets: ["sub_1"] };
      },
    });
    const { deliveries } = await collectPlatform({ baseUrl: api.url("api"), apiKey: "hk_test", subscriptionIds: ["sub_1"] });
    await producer.close();
    await api.stop();
    await receiver.stop();
    const targets = new Map<string, Target>([["sub_1", { endpoint: "flaky" }]]);
    return balance({
      producer: readProducerLedger(files.producer),
      receiver: readReceiverLedger(files.receiver),
      platform: { deliveries, targets },
    });
  }

  it("balance when the platform is honest, through failing attempts and lost answers", async () => {
    const books = await booksOf({});
    expect(books.examples).toEqual([]);
    expect(books).toMatchObject({
      ok: true,
      accepted: eventCount,
      delivered: eventCount,
      lost: 0,
      duplicates: 0,
      lossRateBelow: 3 / eventCount,
    });
  });

  it("show an event that was accepted and dropped", async () => {
    const books = await booksOf({ skip: (n) => n === 7 });
    expect(books).toMatchObject({ ok: false, lost: 1, violations: { lost: 1 } });
  });

  it("show a payload that was parsed and written again", async () => {
    const books = await booksOf({ alter: (envelope, n) => (n === 7 ? JSON.stringify(JSON.parse(envelope)) : envelope) });
    expect(books.lost).toBe(0);
    expect(Object.keys(books.violations)).toEqual(["body_altered"]);
  });

  it("show a copy that was signed with another secret", async () => {
    const books = await booksOf({ secret: (n) => (n === 7 ? `whsec_${Buffer.alloc(32, 8).toString("base64")}` : secret) });
    expect(Object.keys(books.violations)).toEqual(["signature"]);
  });

  it("show a webhook-id that was used for two events", async () => {
    const books = await booksOf({ webhookId: (id, n) => (n === 7 ? "evt_1" : id) });
    expect(books).toMatchObject({ ok: false, lost: 1 });
    expect(Object.keys(books.violations)).toEqual(expect.arrayContaining(["identity", "body_altered", "lost"]));
  });
});
