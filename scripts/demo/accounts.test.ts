import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlatformDelivery, ProducerRecord } from "@hooklane/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeAccounts, drained } from "./accounts.ts";

/** The deliveries part of the REST API over rows that a test sets. */
let rows: PlatformDelivery[];
let server: Server;
let baseUrl: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-accounts-"));
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://here");
    const states = url.searchParams.get("state")?.split(",");
    const own = rows.filter((row) => row.subscription_id === url.pathname.split("/")[3]);
    const data = own.filter((row) => !states || states.includes(row.state));
    response.end(JSON.stringify({ data, next_cursor: null, has_more: false }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rows = [];
});

const payload = '{"n":1}';
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const subscriptions = { healthy: "sub_h", slow: "sub_s" };
const row = (subscription: string, state: string): PlatformDelivery => ({
  id: `dlv_${subscription}`,
  event_id: "evt_1",
  subscription_id: subscription,
  state,
  dead_reason: null,
});

function input(copies: string[]) {
  const record: ProducerRecord = {
    clientId: "c1",
    idempotencyKey: "c1",
    type: "geofence.enter",
    bodySha256: sha256(payload),
    targets: Object.values(subscriptions),
    atMs: 1_000,
    outcome: { kind: "accepted", eventId: "evt_1", deliveries: 2, shed: [], atMs: 1_010 },
    requests: 1,
    everUnknown: false,
  };
  const receiverLedger = path.join(folder, "receivers.ndjson");
  const lines = copies.flatMap((endpoint) => {
    const arrived = {
      requestId: endpoint,
      endpoint,
      path: "/",
      webhookId: "evt_1",
      idempotencyKey: sha256(`evt_1|${subscriptions[endpoint as keyof typeof subscriptions]}`),
      attempt: 1,
      timestampSeconds: 1,
      signature: "valid",
      bodySha256: sha256("envelope"),
      bodyBytes: 8,
      envelopeId: "evt_1",
      dataSha256: sha256(payload),
      arrivedAtMs: endpoint === "healthy" ? 1_022 : 3_010,
    };
    return [{ arrived }, { sent: { requestId: endpoint, status: 200, atMs: 3_020 } }];
  });
  writeFileSync(receiverLedger, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { baseUrl, apiKey: "hk_x", producer: [record], receiverLedger, subscriptions };
}

test("the result counts what receivers saw and what waits, and measures the healthy receivers alone", async () => {
  rows = [row("sub_h", "delivered"), row("sub_s", "pending")];
  const { result, books } = await closeAccounts(input(["healthy"]));
  expect(books.ok).toBe(true);
  expect(result).toEqual({ accepted: 1, deliveries: 2, delivered: 1, dead: 0, waiting: 1, lost: 0, duplicates: 0, healthy_p99_ms: 12 });
  rows = [row("sub_h", "delivered"), row("sub_s", "delivered")];
  expect((await closeAccounts(input(["healthy", "slow"]))).result).toMatchObject({ delivered: 2, waiting: 0, healthy_p99_ms: 12 });
});

test("a delivery that no receiver saw and the platform does not list is lost", async () => {
  rows = [row("sub_h", "delivered")];
  const { result, books } = await closeAccounts(input(["healthy"]));
  expect({ lost: result.lost, ok: books.ok }).toEqual({ lost: 1, ok: false });
});

test("the queue has drained when nothing is open for healthy receivers, whatever waits for sick ones", async () => {
  const until = new AbortController().signal;
  rows = [row("sub_h", "delivered"), row("sub_s", "inflight")];
  expect(await drained(input([]), 1_000, until)).toBe(true);
  rows = [row("sub_h", "inflight")];
  expect(await drained(input([]), 50, until)).toBe(false);
  expect(await drained(input([]), 60_000, AbortSignal.abort())).toBe(false);
});
