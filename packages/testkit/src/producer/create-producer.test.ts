import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answer, ReceivedRequest } from "../receiver/behaviour.ts";
import { type Receiver, startReceiver } from "../receiver/start-receiver.ts";
import { createProducer, type ProducerOptions } from "./create-producer.ts";
import { readProducerLedger } from "./producer-ledger.ts";

const accepted = (eventId: string): Answer => ({
  kind: "status",
  status: 202,
  body: JSON.stringify({ event_id: eventId, deliveries: 1, shed: [] }),
});
const answer = (status: number, body = ""): Answer => ({ kind: "status", status, body });
const keyOf = ({ body }: ReceivedRequest) => (JSON.parse(body.toString()) as { idempotency_key?: string }).idempotency_key;
const targets = ["sub_1"];

describe("the producer", () => {
  let folder: string;
  let ledgerFile: string;
  let api: Receiver;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "producer-"));
    ledgerFile = path.join(folder, "producer.ndjson");
  });
  afterEach(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  /** A stand-in for the events API that answers as scripted. */
  async function producerOf(respond: (request: ReceivedRequest, n: number) => Answer, options: Partial<ProducerOptions> = {}) {
    api = await startReceiver({ behaviours: { api: { kind: "scripted", respond } } });
    return createProducer({ baseUrl: api.url("api"), apiKey: "hk_test", ledgerFile, retryDelayMs: 1, ...options });
  }

  it("sends the payload's bytes as they are and writes down their hash", async () => {
    const producer = await producerOf(() => accepted("evt_1"));
    const payload = '{ "b":1.0,\n "a" : "ü" }';
    const record = await producer.post({ type: "a.b", payload, targets });
    const [request] = api.requests("api");
    expect(request?.body.toString()).toBe(`{"type":"a.b","idempotency_key":"${record.clientId}","payload":${payload}}`);
    expect([request?.path, request?.headers.authorization]).toEqual(["/v1/events", "Bearer hk_test"]);
    expect(record).toMatchObject({
      bodySha256: createHash("sha256").update(payload).digest("hex"),
      targets,
      outcome: { kind: "accepted", eventId: "evt_1", deliveries: 1, shed: [] },
      everUnknown: false,
    });
    await producer.close();
    expect(readProducerLedger(ledgerFile)).toEqual([record]);
  });

  it("hashes the value without the space around it, which is the envelope's", async () => {
    const producer = await producerOf(() => accepted("evt_1"));
    const { bodySha256 } = await producer.post({ type: "a", payload: " \n[ 1 ]\t", targets });
    expect(bodySha256).toBe(createHash("sha256").update("[ 1 ]").digest("hex"));
    await producer.close();
  });

  it("has the intent in its file before the request arrives", async () => {
    let fileThen = "";
    const producer = await producerOf(() => {
      fileThen = readFileSync(ledgerFile, "utf8");
      return accepted("evt_1");
    });
    const { clientId } = await producer.post({ type: "a", payload: "1", targets });
    expect(fileThen).toContain(`"clientId":"${clientId}"`);
    await producer.close();
  });

  it("asks again with the same key after a 5xx, a reset, garbage and silence, until it knows", async () => {
    const bad: Answer[] = [answer(503), { kind: "raw", bytes: "", end: "reset" }, answer(202, "{"), { kind: "never" }];
    const producer = await producerOf((_, n) => bad[n - 1] ?? accepted("evt_1"), { timeoutMs: 150 });
    const record = await producer.post({ type: "a", payload: "1", targets });
    expect(record).toMatchObject({ requests: 5, everUnknown: true, outcome: { kind: "accepted", eventId: "evt_1" } });
    expect(new Set(api.requests("api").map(keyOf))).toEqual(new Set([record.clientId]));
    await producer.close();
    expect(readProducerLedger(ledgerFile)).toEqual([record]);
  });

  it("takes a 4xx for an answer and does not ask again", async () => {
    const producer = await producerOf(() => answer(422, '{"code":"payload_invalid"}'));
    const { outcome, requests } = await producer.post({ type: "a", payload: "{", targets });
    expect({ outcome, requests }).toMatchObject({ outcome: { kind: "refused", status: 422, code: "payload_invalid" }, requests: 1 });
    await producer.close();
  });

  it("never asks twice without a key, since that could make two events", async () => {
    const producer = await producerOf(() => answer(503));
    const { outcome, requests } = await producer.post({ type: "a", payload: "1", targets, idempotencyKey: null });
    expect({ kind: outcome.kind, requests }).toEqual({ kind: "unknown", requests: 1 });
    expect(keyOf(api.requests("api")[0] as ReceivedRequest)).toBeUndefined();
    await producer.close();
  });

  it("stops asking when it is told to give up, and leaves the outcome unknown", async () => {
    const giveUp = new AbortController();
    const producer = await producerOf((_, n) => {
      if (n === 3) giveUp.abort();
      return answer(503);
    });
    const { outcome } = await producer.post({ type: "a", payload: "1", targets }, giveUp.signal);
    expect(outcome.kind).toBe("unknown");
    expect(api.requests("api")).toHaveLength(3);
    await producer.close();
  });

  it("reads an intent without an outcome as unknown: the producer was killed there", async () => {
    const producer = await producerOf(() => accepted("evt_1"));
    await producer.post({ type: "a", payload: "1", targets });
    await producer.close();
    const [intent] = readFileSync(ledgerFile, "utf8").split("\n");
    const cut = path.join(folder, "cut.ndjson");
    writeFileSync(cut, `${intent}\n{"outcome":{"kind":"acc`);
    expect(readProducerLedger(cut)).toMatchObject([{ outcome: { kind: "unknown" }, requests: 0, everUnknown: true }]);
  });

  describe("run", () => {
    it("posts rate × seconds events and resolves when each of them is resolved", async () => {
      const producer = await producerOf((request, n) => (n % 7 === 0 ? answer(500) : accepted(`evt_${keyOf(request)}`)));
      const result = await producer.run({
        ratePerSecond: 400,
        seconds: 0.25,
        makeEvent: (n) => ({ type: "a", payload: String(n), targets }),
      });
      expect(result).toMatchObject({ posted: 100, accepted: 100, refused: 0, unknown: 0 });
      const payloads = api.requests("api").map(({ body }) => (JSON.parse(body.toString()) as { payload: number }).payload);
      expect(new Set(payloads).size).toBe(100);
      expect(producer.records().filter(({ outcome }) => outcome.kind === "accepted")).toHaveLength(100);
      await producer.close();
    });

    it("never has more requests in flight than it may", async () => {
      const three = Promise.withResolvers<void>();
      let inFlight = 0;
      let most = 0;
      api = await startReceiver({
        behaviours: {
          api: {
            kind: "scripted",
            respond: async (_, n) => {
              inFlight += 1;
              most = Math.max(most, inFlight);
              if (n === 3) three.resolve();
              await three.promise;
              await new Promise(setImmediate);
              inFlight -= 1;
              return accepted("evt_1");
            },
          },
        },
      });
      const producer = await createProducer({ baseUrl: api.url("api"), apiKey: "hk_test", ledgerFile, maxInFlight: 3 });
      const { accepted: all } = await producer.run({
        ratePerSecond: 100_000,
        seconds: 0.002,
        makeEvent: () => ({ type: "a", payload: "1", targets }),
      });
      expect([all, most]).toEqual([200, 3]);
      await producer.close();
    });

    it("goes on making events while earlier ones stay unknown, and gives those up after the stream's end", async () => {
      const producer = await producerOf((_, n) => (n === 1 ? { kind: "never" } : answer(503)), { timeoutMs: 300, retryDelayMs: 20 });
      const end = new AbortController();
      const result = await producer.run({
        ratePerSecond: 1_000,
        until: end.signal,
        resolveSeconds: 0.05,
        makeEvent: (n) => {
          if (n === 49) end.abort();
          return { type: "a", payload: "1", targets };
        },
      });
      expect(result).toMatchObject({ posted: 50, accepted: 0, unknown: 50 });
      await producer.close();
    });

    it("refuses a stream that would never end", async () => {
      const producer = await producerOf(() => accepted("evt_1"));
      const makeEvent = () => ({ type: "a", payload: "1", targets });
      await expect(producer.run({ ratePerSecond: 1, makeEvent })).rejects.toThrow("a stream needs seconds or until");
      await expect(producer.run({ ratePerSecond: 0, seconds: 1, makeEvent })).rejects.toThrow("ratePerSecond must be above 0");
      await producer.close();
    });
  });
});
