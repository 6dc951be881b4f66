import { createHash } from "node:crypto";
import { connect } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { waitFor } from "../wait-for.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Receiver, startReceiver } from "./start-receiver.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, ok").toString("base64")}`;
const started: Receiver[] = [];

async function receiverWith(behaviours: Record<string, Behaviour>): Promise<Receiver> {
  const receiver = await startReceiver({ behaviours });
  started.push(receiver);
  return receiver;
}

afterEach(async () => {
  for (const receiver of started.splice(0)) await receiver.stop();
});

function signedHeaders(body: string, at = new Date(), with_ = secret): Record<string, string> {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(with_).sign("evt_1", at, body),
    "idempotency-key": "key_1",
    "x-attempt": "3",
  };
}

const post = (url: string, body = "{}", init: RequestInit = {}) => fetch(url, { method: "POST", body, ...init });

describe("startReceiver", () => {
  it("writes down what came before it answers, and the answer after it", async () => {
    const receiver = await receiverWith({ slow: { kind: "slow", delayMs: 200 } });
    const body = `{"id":"evt_1","type":"a","timestamp":"2026-01-05T05:00:00.000Z","data":{ "x" : 1.0 }}`;
    const posting = post(receiver.url("slow", "/hook?a=1"), body, { headers: signedHeaders(body) });
    const [before] = await waitFor(() => receiver.copies().length === 1 && receiver.copies(), { what: "the arrival", intervalMs: 5 });
    expect(before).toMatchObject({
      endpoint: "slow",
      path: "/hook?a=1",
      webhookId: "evt_1",
      idempotencyKey: "key_1",
      attempt: 3,
      signature: "unchecked",
      bodyBytes: body.length,
      envelopeId: "evt_1",
      dataSha256: createHash("sha256").update('{ "x" : 1.0 }').digest("hex"),
      bodySha256: createHash("sha256").update(body).digest("hex"),
      statusSent: null,
    });
    expect((await posting).status).toBe(200);
    await waitFor(() => receiver.copies()[0]?.statusSent === 200, { what: "the answer in the ledger", intervalMs: 5 });
  });

  it("keeps the body's bytes as they came", async () => {
    const receiver = await receiverWith({ healthy: { kind: "healthy" } });
    const bytes = Uint8Array.from([0, 255, 13, 10, 0xc3, 0x28]);
    await fetch(receiver.url("healthy"), { method: "POST", body: bytes });
    expect(receiver.requests("healthy").map(({ body }) => [...body])).toEqual([[...bytes]]);
  });

  it("tells its endpoints apart by their ports", async () => {
    const receiver = await receiverWith({ a: { kind: "healthy" }, b: { kind: "status", status: 500 } });
    expect([(await post(receiver.url("a"))).status, (await post(receiver.url("b"))).status]).toEqual([200, 500]);
    expect(receiver.copies().map(({ endpoint }) => endpoint)).toEqual(["a", "b"]);
    expect(() => receiver.url("c")).toThrow("no receiver is named c");
  });

  it("changes its behaviour while it runs", async () => {
    const receiver = await receiverWith({ a: { kind: "healthy" } });
    expect((await post(receiver.url("a"))).status).toBe(200);
    receiver.set("a", { kind: "status", status: 429 });
    expect((await post(receiver.url("a"))).status).toBe(429);
    expect(receiver.counts("a")).toMatchObject({ received: 2, sent: { 200: 1, 429: 1 } });
  });

  it("fails as often as the injected randomness says", async () => {
    const draws = [0.1, 0.5, 0.29, 0.3];
    const receiver = await receiverWith({ flaky: { kind: "flaky", failureRate: 0.3, random: () => draws.shift() ?? 1 } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await post(receiver.url("flaky"))).status);
    expect(statuses).toEqual([503, 200, 503, 200]);
  });

  it("black_hole reads, writes down, and never answers", async () => {
    const receiver = await receiverWith({ hole: { kind: "black_hole" } });
    const cut = new AbortController();
    const posting = post(receiver.url("hole"), "{}", { signal: cut.signal });
    await waitFor(() => receiver.counts("hole").received === 1, { what: "the request", intervalMs: 5 });
    cut.abort();
    await expect(posting).rejects.toThrow();
    expect(receiver.copies()).toMatchObject([{ statusSent: null, sentAtMs: null }]);
    expect(receiver.counts("hole").sent).toEqual({});
  });

  it("does not claim an answer to a client that has gone away", async () => {
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    const respond = async () => {
      asked += 1;
      if (asked === 1) await answer.promise;
      return { kind: "status", status: 200 } as const;
    };
    const receiver = await receiverWith({ a: { kind: "scripted", respond } });
    const cut = new AbortController();
    const posting = post(receiver.url("a"), "1", { signal: cut.signal });
    await waitFor(() => asked === 1, { what: "the request", intervalMs: 5 });
    cut.abort();
    await expect(posting).rejects.toThrow();
    // A second exchange on a new connection: the server has seen the first one's end by then.
    await post(receiver.url("a"), "2");
    answer.resolve();
    await post(receiver.url("a"), "3");
    await waitFor(() => receiver.counts("a").sent[200] === 2, { what: "two answers", intervalMs: 5 });
    expect(receiver.copies().map(({ statusSent }) => statusSent)).toEqual([null, 200, 200]);
  });

  it("does not write down a body that never became complete", async () => {
    const receiver = await receiverWith({ a: { kind: "healthy" } });
    const socket = connect(receiver.ports.a ?? 0, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf", () => socket.destroy());
    });
    await waitFor(() => receiver.counts("a").incomplete === 1, { what: "the cut request", intervalMs: 5 });
    expect(receiver.copies()).toEqual([]);
  });

  it("scripts answer by the request and its number, in raw bytes if they want", async () => {
    const receiver = await receiverWith({
      a: {
        kind: "scripted",
        respond: ({ body }, n) =>
          n === 1
            ? { kind: "status", status: 201, headers: { "x-echo": body.toString() } }
            : { kind: "raw", bytes: "SSH-2.0-OpenSSH_9.2\r\n", end: "close" },
      },
    });
    const first = await post(receiver.url("a"), "hello");
    expect([first.status, first.headers.get("x-echo")]).toEqual([201, "hello"]);
    await expect(post(receiver.url("a"), "again")).rejects.toThrow();
    expect(receiver.copies().map(({ statusSent }) => statusSent)).toEqual([201, null]);
  });

  it("stop tells of a script that failed", async () => {
    const receiver = await startReceiver({
      behaviours: {
        a: {
          kind: "scripted",
          respond: () => {
            throw new Error("script bug");
          },
        },
      },
    });
    await expect(post(receiver.url("a"))).rejects.toThrow();
    await expect(receiver.stop()).rejects.toThrow("the script of receiver a failed");
  });

  it("leaves no port open when one of them cannot be had", async () => {
    const taken = await receiverWith({ a: { kind: "healthy" } });
    const ports = { b: 0, c: taken.ports.a ?? 0 };
    const behaviours = { b: { kind: "healthy" }, c: { kind: "healthy" } } as const;
    await expect(startReceiver({ behaviours, ports })).rejects.toMatchObject({ code: "EADDRINUSE" });
    const other = await startReceiver({ behaviours, ports, orAnyPort: true });
    started.push(other);
    expect(other.ports.c).not.toBe(taken.ports.a);
  });
});

describe("signatures", () => {
  const verdict = async (body: string, headers: Record<string, string>, known: string | null = secret) => {
    const receiver = await receiverWith({ a: { kind: "healthy" } });
    receiver.setSecret("a", known);
    await post(receiver.url("a"), body, { headers });
    return receiver.copies()[0]?.signature;
  };

  it("are valid when the secret, the bytes and the headers are those that were signed", async () => {
    expect(await verdict("{ }", signedHeaders("{ }"))).toBe("valid");
  });

  it("are valid when one of several verifies", async () => {
    const headers = signedHeaders("{ }");
    expect(await verdict("{ }", { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` })).toBe("valid");
  });

  it("are invalid for one changed byte, another secret, or none at all", async () => {
    expect(await verdict("{  }", signedHeaders("{ }"))).toBe("invalid");
    expect(await verdict("{ }", signedHeaders("{ }", new Date(), `whsec_${Buffer.alloc(32, 1).toString("base64")}`))).toBe("invalid");
    const { "webhook-signature": _, ...unsigned } = signedHeaders("{ }");
    expect(await verdict("{ }", unsigned)).toBe("invalid");
  });

  it("are told apart from timestamps outside the verifier's 300 s", async () => {
    expect(await verdict("{ }", signedHeaders("{ }", new Date(Date.now() - 310_000)))).toBe("outside_tolerance");
    expect(await verdict("{ }", signedHeaders("{ }", new Date(Date.now() + 310_000)))).toBe("outside_tolerance");
    expect(await verdict("{ }", signedHeaders("{ }", new Date(Date.now() - 290_000)))).toBe("valid");
  });

  it("are unchecked without a secret", async () => {
    expect(await verdict("{ }", signedHeaders("{ }"), null)).toBe("unchecked");
  });
});
