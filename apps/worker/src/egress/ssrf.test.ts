import { ownInbox } from "@hooklane/contracts/egress";
import { afterEach, expect, test, vi } from "vitest";
import { createDnsSource } from "./index.ts";
import { allowOf, dnsOf, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { startNameServer } from "./test-support/name-server.ts";
import { answer } from "./test-support/receiver.ts";

const ENCODINGS_OF_LOOPBACK = [
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1."],
  ...["①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "127%2e0%2e0%2e1", "0", "0.0.0.0", "0x0", "localhost", "localhost.", "rx.localhost"],
  ...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::ffff:0:127.0.0.1]"],
  ...["[::7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]"],
];

test("C01 E1 E10: no spelling of loopback reaches a port beside the allowed one", async () => {
  const silent = await openReceiver({});
  const silentV6 = await openReceiver({}, "::1");
  const neighbour = silentV6.port === silent.port + 1 ? silent.port + 2 : silent.port + 1;
  const egress = openEgress([neighbour]);
  for (const host of ENCODINGS_OF_LOOPBACK) {
    for (const port of [silent.port, silentV6.port]) {
      for (const scheme of ["http", "https"]) {
        const { result } = await egress.post(requestTo(`${scheme}://${host}:${port}/`));
        expect(result, `${scheme}://${host}`).toMatchObject({ kind: "error", error: "blocked_destination" });
      }
    }
  }
  expect(silent.connections).toHaveLength(0);
  expect(silentV6.connections).toHaveLength(0);
});

test("C08: the host after a misleading user name is not contacted", async () => {
  const silent = await openReceiver({});
  const { result } = await openEgress([]).post(requestTo(`http://rx.example@127.0.0.1:${silent.port}/`));
  expect(result).toMatchObject({ kind: "error", error: "unsendable_request" });
  expect(silent.connections).toHaveLength(0);
});

test.each([
  ["only an inner address", ["127.0.0.1"]],
  ["an inner address among public ones", ["93.184.216.34", "127.0.0.1"]],
  ["a mapped inner address", ["::ffff:127.0.0.1"]],
  ["an inner IPv6 address beside a public IPv4 one", ["93.184.216.34", "::1"]],
  ["link-local metadata", ["169.254.169.254"]],
  ["the same behind NAT64", ["64:ff9b::a9fe:a9fe"]],
])("C03: a name with %s is refused whole", async (_name, addresses) => {
  const silent = await openReceiver({});
  const dns = dnsOf((_hostname, family) => addresses.filter((address) => address.includes(":") === (family === 6)));
  const { result } = await openEgress([], { dns }).post(requestTo(`http://rx.example:${silent.port}/`));
  expect(result).toMatchObject({ kind: "error", error: "blocked_destination" });
  expect(silent.connections).toHaveLength(0);
});

test("the refusal of a name does not tell what it resolved to", async () => {
  const dns = dnsOf((_hostname, family) => (family === 4 ? ["10.11.12.13"] : []));
  const { result } = await openEgress([], { dns }).post(requestTo("http://rx.example/"));
  expect(JSON.stringify(result)).not.toContain("10.11.12.13");
});

test("C03 E2: a name that moves inside between two connections is refused at the dial, from a real name server", async () => {
  let isMoved = false;
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200, { connection: "close" })) });
  const silent = await openReceiver({}, "127.0.0.2");
  const nameServer = await startNameServer((_hostname, type) => {
    if (type === "AAAA") return { addresses: [] };
    return { addresses: [isMoved ? "127.0.0.2" : "127.0.0.1"] };
  });
  const egress = openEgress([receiver.port, silent.port], { dns: createDnsSource([nameServer.address]) });
  try {
    expect((await egress.post(requestTo(`http://rebind.test:${receiver.port}/`))).result).toMatchObject({ status: 200 });
    isMoved = true;
    const exchange = await waitForResult(() => egress.post(requestTo(`http://rebind.test:${silent.port}/`)), "blocked_destination");
    expect(exchange).toMatchObject({ result: { kind: "error", error: "blocked_destination" } });
    expect(silent.connections).toHaveLength(0);
  } finally {
    await nameServer.close();
  }
});

/** The first answer lives in the cache for a second, so the move shows a little later; until then nothing listens there. */
async function waitForResult<T extends { result: { kind: string; error?: string } }>(run: () => Promise<T>, error: string): Promise<T> {
  for (;;) {
    const exchange = await run();
    if (exchange.result.error === error) return exchange;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("C03 E2: with an answer that changes at every question, nothing inside is ever contacted", async () => {
  const silent = await openReceiver({});
  let questions = 0;
  const dns = dnsOf((_hostname, family) => (family === 6 ? [] : [questions++ % 2 === 0 ? "127.0.0.2" : "127.0.0.1"]));
  // 127.0.0.2 stands for a public address: it is open, but nothing listens there.
  const egress = openEgress([], { dns, allow: allowOf(`127.0.0.2:${silent.port}`) });
  const errors = new Map<string, number>();
  for (let index = 0; index < 1_000; index++) {
    const { result } = await egress.post(requestTo(`http://rx${index}.example:${silent.port}/`));
    const kind = result.kind === "error" ? result.error : "response";
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
  }
  expect(Object.fromEntries(errors)).toEqual({ connect_refused: 500, blocked_destination: 500 });
  expect(silent.connections).toHaveLength(0);
});

test("E2: the address of the connected socket decides: one that leads elsewhere is closed before a byte is sent", async () => {
  const silent = await openReceiver({});
  // The kernel turns the unspecified address into loopback, which is not what the operator opened.
  const egress = openEgress([], { allow: allowOf(`0.0.0.0:${silent.port}`) });
  const exchange = await egress.post(requestTo(`http://0.0.0.0:${silent.port}/`));
  expect(exchange.result).toMatchObject({ kind: "error", error: "blocked_destination" });
  await vi.waitFor(() => expect(silent.connections.map((socket) => socket.readableEnded || socket.destroyed)).toEqual([true]));
  expect(silent.received()).toBe("");
});

test("an allowed loopback receiver is reached by the name localhost, whatever a name server would say", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const dns = dnsOf(() => {
    throw new Error("must not be asked");
  });
  const egress = openEgress([receiver.port], { dns });
  for (const host of ["localhost", "LOCALHOST.", "rx.localhost"]) {
    expect((await egress.post(requestTo(`http://${host}:${receiver.port}/`))).result, host).toEqual({ kind: "response", status: 200 });
  }
  expect(receiver.received()).toContain(`host: localhost:${receiver.port}`);
});

test("the built-in inbox is reached with nothing allowed, and nothing else at its address is: no other path, port or name", async () => {
  const token = "0123456789abcdef0123456789abcdef";
  const own = await openReceiver({ onRequest: (socket) => socket.write(answer(200, { connection: "close" })) });
  const silent = await openReceiver({});
  const dns = dnsOf((_hostname, family) => (family === 4 ? ["127.0.0.1"] : []));
  const egress = openEgress([], { dns, allowHttp: false, inbox: ownInbox(`http://127.0.0.1:${own.port}`) });
  const at = (base: string) => egress.post(requestTo(`${base}/inbox/${token}`));
  expect((await at(`http://127.0.0.1:${own.port}`)).result).toMatchObject({ kind: "response", status: 200 });
  const connections = own.connections.length;
  const rebound = openEgress([], { dns, inbox: ownInbox(`http://127.0.0.1:${own.port}`) });
  for (const url of [
    `http://127.0.0.1:${own.port}/v1/events`,
    `http://127.0.0.1:${own.port}/inbox/${token}/../../v1/events`,
    `http://127.0.0.1:${silent.port}/inbox/${token}`,
    `http://rx.example:${own.port}/inbox/${token}`,
    `http://rx.example:${own.port}/`,
    `http://localhost:${own.port}/inbox/${token}`,
  ])
    expect((await rebound.post(requestTo(url))).result, url).toMatchObject({ kind: "error", error: "blocked_destination" });
  expect([own.connections.length, silent.connections.length]).toEqual([connections, 0]);
});

test("an allowed network opens its names, and IPv6 receivers are reached in brackets", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) }, "::1");
  const egress = openEgress([], { allow: allowOf("::1/128"), dns: dnsOf((_hostname, family) => (family === 6 ? ["::1"] : [])) });
  expect(await egress.post(requestTo(receiver.url()))).toMatchObject({ result: { status: 200 }, remoteAddress: "::1" });
  expect((await egress.post(requestTo(`http://rx.internal:${receiver.port}/`))).result).toMatchObject({ status: 200 });
});

const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "NODE_USE_ENV_PROXY"];

afterEach(() => {
  for (const name of PROXY_VARIABLES) delete process.env[name];
});

test("C06 E6: proxy variables change nothing: the proxy is not contacted and the guard holds", async () => {
  const proxy = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(201)) });
  for (const name of PROXY_VARIABLES) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url("");
  const egress = openEgress([receiver.port]);
  expect((await egress.post(requestTo(receiver.url()))).result).toEqual({ kind: "response", status: 201 });
  expect((await egress.post(requestTo(proxy.url()))).result).toMatchObject({ error: "blocked_destination" });
  expect(proxy.connections).toHaveLength(0);
});
