import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { exchangeWith, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { answer } from "./test-support/receiver.ts";

test("a kept connection is used again, and its phases are not counted twice", async () => {
  const { receiver, egress } = await exchangeWith({ onRequest: (socket) => socket.write(answer(200)) });
  const second = await egress.post(requestTo(receiver.url()));
  expect(second).toMatchObject({ result: { status: 200 }, reusedSocket: true, remoteAddress: "127.0.0.1" });
  expect(second.timings).not.toHaveProperty("connectMs");
  expect(receiver.connections).toHaveLength(1);
});

test.each(["end", "resetAndDestroy"] as const)("a kept connection that dies unanswered (%s) is replaced once, at once", async (death) => {
  const { receiver, egress } = await exchangeWith({
    onRequest: (socket, index) => {
      if (index === 1) socket[death]();
      else socket.write(answer(200));
    },
  });
  const second = await egress.post(requestTo(receiver.url()));
  expect(second).toMatchObject({ result: { kind: "response", status: 200 }, reusedSocket: false });
  expect(receiver.requestCount()).toBe(3);
  expect(receiver.connections).toHaveLength(2);
});

test("the replacement is the only repetition: when it dies too, that is the result", async () => {
  const { receiver, egress } = await exchangeWith({
    onRequest: (socket, index) => void (index === 0 ? socket.write(answer(200)) : socket.end()),
  });
  const second = await egress.post(requestTo(receiver.url()));
  expect(second).toMatchObject({ result: { kind: "error", error: "reset_before_response" }, reusedSocket: false });
  expect(receiver.requestCount()).toBe(3);
});

test("a kept connection that dies inside an answer is not repeated", async () => {
  const { receiver, egress } = await exchangeWith({
    onRequest: (socket, index) => void (index === 0 ? socket.write(answer(200)) : socket.end("HTTP/1.1 5")),
  });
  const second = await egress.post(requestTo(receiver.url()));
  expect(second).toMatchObject({ result: { error: "reset_before_response" }, reusedSocket: true });
  expect(receiver.requestCount()).toBe(2);
});

test("a kept connection whose receiver stays silent is a timeout, not repeated", async () => {
  const { receiver, egress } = await exchangeWith(
    {
      onRequest: (socket, index) => {
        if (index === 0) socket.write(answer(200));
      },
    },
    { totalTimeoutMs: 300 },
  );
  expect((await egress.post(requestTo(receiver.url()))).result).toMatchObject({ error: "timeout" });
  expect(receiver.requestCount()).toBe(2);
});

test("a request that must be sent once never uses a kept connection", async () => {
  const { receiver, egress } = await exchangeWith({ onRequest: (socket) => socket.write(answer(200)) }, { maxConnectionsPerHost: () => 1 });
  const second = await egress.post(requestTo(receiver.url(), { freshConnection: true }));
  expect(second).toMatchObject({ result: { status: 200 }, reusedSocket: false });
  expect(receiver.connections).toHaveLength(2);
});

test("a connection that the receiver closes while unused is forgotten", async () => {
  const { receiver, egress } = await exchangeWith({ onRequest: (socket) => socket.write(answer(200)) });
  expect(egress.stats()).toMatchObject({ connections: 1, idleConnections: 1, hosts: 1 });
  receiver.connections[0]?.end();
  await vi.waitFor(() => expect(egress.stats()).toMatchObject({ connections: 0, idleConnections: 0, hosts: 0 }));
});

test("bytes that nobody asked for on an unused connection close it and answer no later request", async () => {
  const { receiver, egress } = await exchangeWith({ onRequest: (socket) => socket.write(answer(200)) });
  receiver.connections[0]?.write(answer(500, {}, "poison"));
  await vi.waitFor(() => expect(egress.stats().connections).toBe(0));
  expect((await egress.post(requestTo(receiver.url()))).result).toMatchObject({ status: 200 });
});

test.each([
  ["connection: close", answer(200, { connection: "close" })],
  ["HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n"],
])("%s is respected", async (_name, bytes) => {
  const { receiver, egress } = await exchangeWith({ onRequest: (socket) => socket.write(bytes) });
  expect(egress.stats().idleConnections).toBe(0);
  expect(await egress.post(requestTo(receiver.url()))).toMatchObject({ result: { status: 200 }, reusedSocket: false });
  expect(receiver.connections).toHaveLength(2);
});

test("E9: a host never gets more sockets than its cap, and waiting requests take over its connections", async () => {
  const held: Socket[] = [];
  let isOpen = false;
  const receiver = await openReceiver({
    onRequest: (socket) => void (isOpen ? socket.write(answer(200)) : held.push(socket)),
  });
  const egress = openEgress([receiver.port], { maxConnectionsPerHost: () => 3 });
  const posts = Array.from({ length: 12 }, () => egress.post(requestTo(receiver.url())));
  await vi.waitFor(() => expect(held).toHaveLength(3));
  expect(egress.stats()).toMatchObject({ inFlight: 12, waiting: 9, connections: 3 });
  isOpen = true;
  for (const socket of held) socket.write(answer(200));
  const results = await Promise.all(posts);
  expect(results.every(({ result }) => result.kind === "response" && result.status === 200)).toBe(true);
  expect(receiver.connections).toHaveLength(3);
  expect(egress.stats()).toMatchObject({ inFlight: 0, waiting: 0, connections: 3, idleConnections: 3 });
});

test("a request that waits for a connection longer than its deadline was never sent", async () => {
  const receiver = await openReceiver({});
  const egress = openEgress([receiver.port], { maxConnectionsPerHost: () => 1, totalTimeoutMs: 2_000 });
  const first = egress.post(requestTo(receiver.url()));
  const second = egress.post(requestTo(receiver.url()));
  expect((await second).result).toMatchObject({ error: "connect_timeout" });
  expect((await first).result).toMatchObject({ error: "timeout" });
  expect(receiver.requestCount()).toBe(1);
  expect(egress.stats()).toMatchObject({ connections: 0, waiting: 0, hosts: 0 });
});

test("when connections die, waiting requests get new ones", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => void socket.end(answer(200, { connection: "close" })) });
  const egress = openEgress([receiver.port], { maxConnectionsPerHost: () => 2 });
  const results = await Promise.all(Array.from({ length: 8 }, () => egress.post(requestTo(receiver.url()))));
  expect(results.map(({ result }) => result)).toEqual(Array.from({ length: 8 }, () => ({ kind: "response", status: 200 })));
  expect(receiver.connections).toHaveLength(8);
  expect(egress.stats()).toMatchObject({ connections: 0, hosts: 0 });
});

test("E9: unused connections are bounded over all hosts, the one unused longest goes first", async () => {
  const script = { onRequest: (socket: Socket) => void socket.write(answer(200)) };
  const receivers = [await openReceiver(script), await openReceiver(script), await openReceiver(script)];
  const egress = openEgress(
    receivers.map(({ port }) => port),
    { maxIdleConnections: 2 },
  );
  for (const receiver of receivers) await egress.post(requestTo(receiver.url()));
  expect(egress.stats()).toMatchObject({ connections: 2, idleConnections: 2, hosts: 2 });
  expect(await egress.post(requestTo(receivers[2]?.url() ?? ""))).toMatchObject({ reusedSocket: true });
  expect(await egress.post(requestTo(receivers[0]?.url() ?? ""))).toMatchObject({ reusedSocket: false });
});
