import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { exchangeWith, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { answer } from "./test-support/receiver.ts";

const MB = 1_024 * 1_024;

test("a body of exactly the limit is complete, one byte more is cut and ends the connection", async () => {
  const exact = await exchangeWith({ onRequest: (socket) => socket.write(answer(200, {}, "b".repeat(16_384))) });
  expect(exact.exchange.response).toMatchObject({ truncated: false, body: Buffer.from("b".repeat(16_384)) });
  expect(exact.egress.stats().idleConnections).toBe(1);

  const over = await exchangeWith({ onRequest: (socket) => socket.write(answer(200, {}, "b".repeat(16_385))) });
  expect(over.exchange.result).toEqual({ kind: "response", status: 200 });
  expect(over.exchange.response).toMatchObject({ truncated: true, body: Buffer.from("b".repeat(16_384)) });
  expect(over.egress.stats().connections).toBe(0);
});

test.each([
  ["chunked", "transfer-encoding: chunked\r\n", "1\r\nx\r\n"],
  ["of a large announced length", "content-length: 1000000\r\n", "x"],
  ["without a length", "", "x"],
  ["said to be compressed", "content-encoding: gzip\r\n", "x"],
])("C18 M1: a dripping body (%s) ends at the total deadline and the 200 stands", async (_name, header, drop) => {
  let drip: NodeJS.Timeout | undefined;
  let isClosed = false;
  const { exchange, egress } = await exchangeWith(
    {
      onRequest: (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n`);
        drip = setInterval(() => socket.write(drop), 20);
        socket.on("close", () => {
          isClosed = true;
          clearInterval(drip);
        });
      },
    },
    { totalTimeoutMs: 300 },
  );
  expect(exchange.result).toEqual({ kind: "response", status: 200, bodyError: expect.stringContaining("300 ms") });
  expect(exchange.response?.body.length).toBeGreaterThan(0);
  expect(egress.stats().connections).toBe(0);
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test("C18: a receiver that never answers ends at the total deadline as a timeout and sees our end", async () => {
  let isClosed = false;
  const { exchange } = await exchangeWith({ onRequest: (socket) => socket.on("close", () => (isClosed = true)) }, { totalTimeoutMs: 200 });
  expect(exchange.result).toMatchObject({ kind: "error", error: "timeout" });
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test("C18: a receiver that does not read our request ends at the total deadline", async () => {
  const receiver = await openReceiver({ onConnection: (socket) => socket.pause() });
  const egress = openEgress([receiver.port], { totalTimeoutMs: 300 });
  const exchange = await egress.post(requestTo(receiver.url(), { body: Buffer.alloc(16 * MB) }));
  expect(exchange.result).toMatchObject({ kind: "error", error: "timeout" });
  expect(egress.stats().connections).toBe(0);
});

test("a drip inside the head ends at the total deadline as a timeout", async () => {
  const { exchange } = await exchangeWith(
    {
      onRequest: (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx-a: ");
        const drip = setInterval(() => socket.write("a"), 20);
        socket.on("close", () => clearInterval(drip));
      },
    },
    { totalTimeoutMs: 300 },
  );
  expect(exchange.result).toMatchObject({ kind: "error", error: "timeout" });
});

test.each([
  ["one after the other", 1],
  ["all at once", 100],
])("interim answers without an end are ended long before the deadline: %s", async (_name, together) => {
  let written = 0;
  const { exchange, egress } = await exchangeWith({
    onRequest: (socket) => {
      const drip = setInterval(() => {
        written += together;
        socket.write("HTTP/1.1 103 Early\r\n\r\n".repeat(together));
      }, 5);
      socket.on("close", () => clearInterval(drip));
    },
  });
  expect(exchange.result).toMatchObject({ kind: "error", error: "protocol_error", detail: expect.stringContaining("interim") });
  expect(written).toBeGreaterThan(32);
  expect(egress.stats().connections).toBe(0);
});

test("an answer after as many interim ones as are allowed is an answer", async () => {
  const { exchange } = await exchangeWith({
    onRequest: (socket) =>
      socket.write(`${"HTTP/1.1 103 Early\r\nlink: </x>\r\n\r\n".repeat(32)}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone`),
  });
  expect(exchange.result).toMatchObject({ kind: "response", status: 200 });
  expect(exchange.response?.body.toString()).toBe("done");
});

test.each([
  ["FIN", (socket: Socket) => socket.end()],
  ["RST", (socket: Socket) => socket.resetAndDestroy()],
])("success is decided by the status line: a body cut by %s is noted and the socket is not kept", async (_name, cut) => {
  const { exchange, egress } = await exchangeWith({
    onRequest: (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart", () => setImmediate(cut, socket)),
  });
  expect(exchange.result).toEqual({ kind: "response", status: 200, bodyError: expect.any(String) });
  expect(egress.stats().connections).toBe(0);
});

test("success is decided by the status line: broken chunks are noted", async () => {
  const { exchange } = await exchangeWith({
    onRequest: (socket) => socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n"),
  });
  expect(exchange.result).toEqual({ kind: "response", status: 200, bodyError: expect.any(String) });
  expect(exchange.response?.body.toString()).toBe("abc");
});

test("C24: 20 endless bodies at once are cut off, and memory stays flat", async () => {
  const zeros = Buffer.alloc(64 * 1_024);
  let closed = 0;
  const receiver = await openReceiver({
    onRequest: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const pour = () => {
        while (!socket.destroyed && socket.write(zeros));
      };
      socket.on("drain", pour);
      socket.on("close", () => closed++);
      pour();
    },
  });
  const egress = openEgress([receiver.port]);
  const before = process.memoryUsage().rss;
  const exchanges = await Promise.all(Array.from({ length: 20 }, () => egress.post(requestTo(receiver.url()))));
  await vi.waitFor(() => expect(closed).toBe(20));
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * MB);
  for (const { result, response } of exchanges) {
    expect(result).toEqual({ kind: "response", status: 200 });
    expect(response?.body.length).toBe(16_384);
    expect(response?.truncated).toBe(true);
  }
  expect(egress.stats().connections).toBe(0);
});
