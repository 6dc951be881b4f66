import { expect, test, vi } from "vitest";
import { exchangeWith, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { answer } from "./test-support/receiver.ts";

test("E11: a request arrives byte for byte: path, query, headers in order, body, and nothing internal", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const egress = openEgress([receiver.port]);
  const headers: [string, string][] = [
    ["webhook-id", "evt_1"],
    ["X-Twice", "a"],
    ["X-Twice", "b\xe9"],
  ];
  await egress.post(requestTo(receiver.url("/a%2Fb?sig=%22x%22"), { headers, body: Buffer.from([0, 255, 13, 10]) }));
  expect(receiver.received()).toBe(
    `POST /a%2Fb?sig=%22x%22 HTTP/1.1\r\nhost: 127.0.0.1:${receiver.port}\r\nconnection: keep-alive\r\nwebhook-id: evt_1\r\nX-Twice: a\r\nX-Twice: b\xe9\r\ncontent-length: 4\r\n\r\n\0\xff\r\n`,
  );
});

test.each([
  ["small", 3],
  ["large", 100_000],
])("%s slices arrive back to back with one announced length", async (_name, size) => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const egress = openEgress([receiver.port]);
  const shared = Buffer.alloc(size, "x");
  const { result } = await egress.post(
    requestTo(receiver.url(), { body: [Buffer.from("["), shared, shared.subarray(1), Buffer.from("]")] }),
  );
  expect(result).toEqual({ kind: "response", status: 200 });
  const [head = "", body = ""] = receiver.received().split("\r\n\r\n");
  expect(head).toContain(`content-length: ${2 * size + 1}`);
  expect(head).not.toContain("transfer-encoding");
  expect(body === `[${"x".repeat(2 * size - 1)}]`).toBe(true);
});

test("an empty body is announced as empty", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(204)) });
  const egress = openEgress([receiver.port]);
  expect((await egress.post(requestTo(receiver.url(), { body: [] }))).result).toEqual({ kind: "response", status: 204 });
  expect(receiver.received()).toContain("content-length: 0\r\n\r\n");
});

test("an answer is reported with status, headers, body, timings and where it came from", async () => {
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.write(answer(201, { "X-A": "1" }, "made")) });
  expect(exchange).toMatchObject({
    result: { kind: "response", status: 201 },
    response: {
      headers: [
        ["content-length", "4"],
        ["X-A", "1"],
      ],
      headersTruncated: false,
      body: Buffer.from("made"),
      truncated: false,
    },
    remoteAddress: "127.0.0.1",
    reusedSocket: false,
  });
  expect(exchange.timings.connectMs).toBeGreaterThanOrEqual(0);
  expect(exchange.timings.firstByteMs).toBeGreaterThanOrEqual(0);
  expect(exchange.timings.totalMs).toBeGreaterThanOrEqual(exchange.timings.firstByteMs ?? 0);
  expect(exchange.timings).not.toHaveProperty("dnsMs");
});

test.each([200, 204, 304, 400, 404, 410, 425, 429, 500, 503, 599, 600, 999])("C22: status %i is reported as it is", async (status) => {
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.write(answer(status)) });
  expect(exchange.result).toEqual({ kind: "response", status });
});

test("every Retry-After value is handed on raw and in order", async () => {
  const head = "HTTP/1.1 429 Slow\r\nRetry-After: 2\r\nretry-after: Wed, 21 Oct 2099 07:28:00 GMT\r\ncontent-length: 0\r\n\r\n";
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.write(head) });
  expect(exchange.result).toEqual({ kind: "response", status: 429, retryAfter: ["2", "Wed, 21 Oct 2099 07:28:00 GMT"] });
});

test.each([301, 302, 303, 307, 308])("C05 C14 E3: a %i is reported with its Location and never followed", async (status) => {
  const other = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  for (const location of [other.url(), `//127.0.0.1:${other.port}/`, "file:///etc/passwd", undefined]) {
    const headers: Record<string, string> = location === undefined ? {} : { location };
    const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(status, headers)) });
    const egress = openEgress([receiver.port, other.port]);
    const { result } = await egress.post(requestTo(receiver.url()));
    expect(result).toEqual({ kind: "response", status, ...(location !== undefined && { location }) });
    expect(receiver.requestCount()).toBe(1);
  }
  expect(other.connections).toHaveLength(0);
});

test("C05: a long Location is cut", async () => {
  const { exchange } = await exchangeWith({
    onRequest: (socket) => socket.write(answer(302, { location: `https://x.example/${"a".repeat(10_000)}` })),
  });
  expect(exchange.result).toMatchObject({ status: 302, location: expect.stringMatching(/^https:\/\/x\.example\/a{2030}$/) });
});

test.each<[string, Record<string, string>]>([
  ["line break in a value", { "x-a": "1\r\nx-b: 2" }],
  ["character beyond latin1", { "x-a": "ž" }],
  ["NUL", { "x-a": "a\0b" }],
  ["space in a name", { "x a": "1" }],
  ["empty name", { "": "1" }],
  ["host", { Host: "other.example" }],
  ["content-length", { "Content-Length": "3" }],
  ["transfer-encoding", { "transfer-encoding": "chunked" }],
  ["connection", { connection: "close" }],
  ["upgrade", { upgrade: "h2c" }],
  ["expect", { expect: "100-continue" }],
])("M7: a header that cannot be sent (%s) is a recorded result and opens no connection", async (_name, headers) => {
  const receiver = await openReceiver({});
  const egress = openEgress([receiver.port]);
  const exchange = await egress.post(requestTo(receiver.url(), { headers }));
  expect(exchange).toMatchObject({ result: { kind: "error", error: "unsendable_request" }, reusedSocket: false });
  expect(receiver.connections).toHaveLength(0);
});

test.each(["", "not a url", "https://u:p@rx.example/", "ftp://rx.example/", "https://rx.example/#f"])(
  "a stored URL that breaks the rules (%j) is a recorded result",
  async (url) => {
    expect((await openEgress([]).post(requestTo(url))).result).toMatchObject({ kind: "error", error: "unsendable_request" });
  },
);

test("http without the operator's switch is refused at dial time too", async () => {
  const receiver = await openReceiver({});
  const egress = openEgress([receiver.port], { allowHttp: false });
  expect((await egress.post(requestTo(receiver.url()))).result).toMatchObject({ error: "blocked_destination" });
  expect(receiver.connections).toHaveLength(0);
});

test("close ends running requests as shutdown and refuses new ones", async () => {
  const receiver = await openReceiver({});
  const egress = openEgress([receiver.port]);
  const running = egress.post(requestTo(receiver.url()));
  await vi.waitFor(() => expect(receiver.requestCount()).toBe(1));
  expect(egress.stats().inFlight).toBe(1);
  await egress.close();
  expect((await running).result).toMatchObject({ kind: "error", error: "shutdown" });
  expect((await egress.post(requestTo(receiver.url()))).result).toMatchObject({ kind: "error", error: "shutdown" });
  expect(egress.stats()).toMatchObject({ inFlight: 0, connections: 0, hosts: 0 });
  expect(receiver.connections).toHaveLength(1);
});
