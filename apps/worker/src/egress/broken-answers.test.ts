import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { exchangeWith, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { answer } from "./test-support/receiver.ts";

test.each([
  ["an SSH banner", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["HTML without a status line", "<html><body>hello</body></html>"],
  ["status 099", "HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n"],
  ["a two-digit status", "HTTP/1.1 20 OK\r\n\r\n"],
  ["an unknown protocol", "HTTX/1.1 200 OK\r\n\r\n"],
  ["a TLS record on a plain port", "\x15\x03\x01\x00\x02\x02\x46"],
  ["an unasked 100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
  ["an unasked 101", "HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"],
  ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
  ["a header without a colon", "HTTP/1.1 200 OK\r\nbroken\r\n\r\n"],
])("C22 M9: %s is a protocol error, not an exception", async (_name, bytes) => {
  const { exchange, receiver } = await exchangeWith({ onRequest: (socket) => socket.end(bytes, "latin1") });
  expect(exchange.result).toEqual({ kind: "error", error: "protocol_error", detail: expect.any(String) });
  expect(receiver.requestCount()).toBe(1);
});

test("an early hint before the answer is skipped", async () => {
  const { exchange } = await exchangeWith({
    onRequest: (socket) => socket.write(`HTTP/1.1 103 Early\r\nlink: </x>\r\n\r\n${answer(200, {}, "done")}`),
  });
  expect(exchange).toMatchObject({ result: { kind: "response", status: 200 }, response: { body: Buffer.from("done") } });
});

test.each([
  ["FIN after the request", { onRequest: (socket: Socket) => void socket.end() }],
  ["RST after the request", { onRequest: (socket: Socket) => void socket.resetAndDestroy() }],
  ["FIN inside the head", { onRequest: (socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\nx-a: 1\r\n") }],
])("C22: %s ends as a reset before the response and is not repeated on a new socket", async (_name, script) => {
  const { exchange, receiver } = await exchangeWith(script);
  expect(exchange).toMatchObject({ result: { kind: "error", error: "reset_before_response" }, remoteAddress: "127.0.0.1" });
  expect(receiver.connections).toHaveLength(1);
});

test("C22: RST or FIN at accept is a recorded transport error", async () => {
  for (const end of ["resetAndDestroy", "end"] as const) {
    const { exchange } = await exchangeWith({ onConnection: (socket) => void socket[end]() });
    expect(exchange.result).toMatchObject({ kind: "error", error: expect.stringMatching(/^(reset_before_response|connect_reset)$/) });
  }
});

test("C20: one header of 15 KB succeeds", async () => {
  const value = "v".repeat(15 * 1_024);
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.write(answer(200, { "x-big": value })) });
  expect(exchange.result).toEqual({ kind: "response", status: 200 });
  const stored = exchange.response?.headers.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  expect(stored).toBeLessThanOrEqual(8_192);
  expect(exchange.response?.headersTruncated).toBe(true);
});

test.each([
  ["one of 20 KB", `x-big: ${"v".repeat(20 * 1_024)}\r\n`],
  ["3,000 small ones", Array.from({ length: 3_000 }, (_, index) => `x-${index}: v\r\n`).join("")],
  ["one of 10 MB", `x-big: ${"v".repeat(10 * 1_024 * 1_024)}\r\n`],
  ["a 70 KB Location", `location: https://x.example/${"a".repeat(70 * 1_024)}\r\n`],
])("C20 E8: more than 16 KB of headers (%s) is refused as its own kind", async (_name, lines) => {
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${lines}content-length: 0\r\n\r\n`) });
  expect(exchange.result).toMatchObject({ kind: "error", error: "response_headers_overflow" });
});

test("C25: 100 cookies and odd bytes are kept within limits and without loss", async () => {
  const cookies = Array.from({ length: 100 }, (_, index) => `set-cookie: c${index}=\xff\xfe\r\n`).join("");
  const body = Buffer.concat([Buffer.from("🐴".repeat(2)).subarray(0, 6), Buffer.from([0, 0xff, 0xfe])]);
  const head = `HTTP/1.1 200 OK\r\n${cookies}content-length: ${body.length}\r\n\r\n`;
  const { exchange } = await exchangeWith({
    onRequest: (socket) => {
      socket.write(head, "latin1");
      socket.write(body);
    },
  });
  expect(exchange.response).toMatchObject({ body, headersTruncated: true });
  expect(exchange.response?.headers).toHaveLength(64);
  expect(exchange.response?.headers[0]).toEqual(["set-cookie", "c0=\xff\xfe"]);
});

test("a compressed answer is kept as it came", async () => {
  const bytes = "\x1f\x8b\x08\0\0\0\0\0";
  const { exchange } = await exchangeWith({
    onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 8\r\n\r\n${bytes}`, "latin1"),
  });
  expect(exchange.response?.body).toEqual(Buffer.from(bytes, "latin1"));
});

test("an answer sent before the request was read completely counts", async () => {
  const receiver = await openReceiver({
    onConnection: (socket) => {
      socket.pause();
      socket.write(answer(413, { connection: "close" }));
    },
  });
  const egress = openEgress([receiver.port]);
  const body = Buffer.alloc(8 * 1_024 * 1_024);
  const half = body.subarray(body.length / 2);
  expect((await egress.post(requestTo(receiver.url(), { body: [half, half] }))).result).toEqual({ kind: "response", status: 413 });
});
