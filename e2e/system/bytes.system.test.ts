import { createHash } from "node:crypto";
import { type ProductUnderTest, type Receiver, startProductUnderTest, startReceiver, waitFor } from "@hooklane/testkit";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Payloads that a path through JSON.parse, a JSON column or a string would change. */
const payloads: Record<string, string> = {
  "odd spacing": '{ "b" :1,\t"a":  2 \n}',
  "key order": '{"zebra":1,"10":2,"2":3,"a":4}',
  "big integers": '{"id":12345678901234567890,"x":1.10,"y":1E2,"z":-0.0}',
  escapes: '{"e":"\\u00e9","s":"\\/","t":"é🐴"}',
  "duplicate keys": '{"a":1,"a":2}',
  "NUL escape": '{"a":"x\\u0000y"}',
  "lone surrogate": '{"a":"\\ud83d"}',
  scalar: '"just text"',
  null: "null",
  "empty array": "[ ]",
};
/** Attempts that fail before the first success, so that retries are captured, too. */
const FAILURES = 2;

let receiver: Receiver;
let product: ProductUnderTest;
let apiKey: string;
let secret: string;
let subscriptionId: string;

beforeAll(async () => {
  const seen = new Map<string, number>();
  receiver = await startReceiver({
    behaviours: {
      rx: {
        kind: "scripted",
        respond: ({ headers }) => {
          const id = String(headers["webhook-id"]);
          const n = (seen.get(id) ?? 0) + 1;
          seen.set(id, n);
          return { kind: "status", status: n <= FAILURES ? 503 : 200 };
        },
      },
    },
  });
  product = await startProductUnderTest({
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: `127.0.0.1:${receiver.ports.rx}`,
    HOOKLANE_POLICY: JSON.stringify({
      retry: { base_ms: 50, cap_ms: 200 },
      // Two of three attempts fail: more than a budget affords, and than a circuit bears
      budget: { ratio: 1, burst: 1_000 },
      breaker: { min_attempts: 100_000 },
    }),
  });
  ({ api_key: apiKey } = await product.createTenant("Bytes"));
  const created = await call("POST", "/v1/subscriptions", JSON.stringify({ url: receiver.url("rx"), event_types: ["bytes.*"] }));
  ({ secret, id: subscriptionId } = (await created.json()) as { secret: string; id: string });
});
afterAll(async () => {
  await product?.dispose();
  await receiver?.stop();
});

const call = (method: string, route: string, body?: string): Promise<Response> =>
  fetch(`${product.baseUrl}${route}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: body ?? null,
  });

const copiesOf = (eventId: string) => receiver.requests("rx").filter(({ headers }) => headers["webhook-id"] === eventId);

test.each(Object.entries(payloads))(
  "%s: the payload arrives byte for byte at every attempt, verifies, and keeps its Idempotency-Key",
  async (_, payload) => {
    const accepted = await call("POST", "/v1/events", `{"type": "bytes.odd", "payload": ${payload} }`);
    expect(accepted.status).toBe(202);
    const { event_id: eventId, deliveries } = (await accepted.json()) as { event_id: string; deliveries: number };
    expect(deliveries).toBe(1);
    await waitFor(() => copiesOf(eventId).length === FAILURES + 1, { what: "all attempts", timeoutMs: 20_000 });
    for (const [i, { headers, body }] of copiesOf(eventId).entries()) {
      const timestamp = JSON.parse(`${body.subarray(0, body.indexOf('"data":') - 1)}}`).timestamp;
      expect(body.toString()).toBe(`{"id":"${eventId}","type":"bytes.odd","timestamp":"${timestamp}","data":${payload}}`);
      expect(new Date(timestamp).toISOString()).toBe(timestamp);
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
      expect(headers["x-attempt"]).toBe(String(i + 1));
      expect(headers["idempotency-key"]).toBe(createHash("sha256").update(`${eventId}|${subscriptionId}`).digest("hex"));
    }
  },
);
