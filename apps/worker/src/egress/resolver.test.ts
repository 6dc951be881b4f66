import { expect, test, vi } from "vitest";
import type { DnsSource } from "./dns-source.ts";
import { createDnsSource } from "./dns-source.ts";
import { createResolver, type ResolverOptions } from "./resolver.ts";
import { openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { type NameReply, type NameServer, startNameServer } from "./test-support/name-server.ts";
import { answer } from "./test-support/receiver.ts";

const never = new AbortController().signal;
const noHostsFile = { addressesOf: () => undefined };

/** A source whose lookups end when the test says so. */
function heldSource() {
  const asked: { hostname: string; family: 4 | 6; answer(addresses: string[], ttlSeconds?: number): void; fail(code: string): void }[] = [];
  const source: DnsSource = {
    lookup: (hostname, family) =>
      new Promise((resolve, reject) => {
        asked.push({
          hostname,
          family,
          answer: (addresses, ttlSeconds = 60) => resolve(addresses.map((address) => ({ address, ttlSeconds }))),
          fail: (code) => reject(Object.assign(new Error(code), { code })),
        });
      }),
    close: () => {},
  };
  return { source, asked };
}

function resolverOn(source: DnsSource, overrides: Partial<ResolverOptions> = {}) {
  return createResolver({ source, hostsFile: noHostsFile, dnsTimeoutMs: 1_000, lookupsPerTenant: 2, maxCachedNames: 10, ...overrides });
}

test("IPv4 comes before IPv6, whichever answers first", async () => {
  const { source, asked } = heldSource();
  const resolved = resolverOn(source).resolve("rx.example", "t1", never);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  for (const question of asked.toReversed()) question.answer(question.family === 6 ? ["2606:4700::1"] : ["8.8.8.8", "8.8.4.4"]);
  expect(await resolved).toMatchObject({ ok: true, addresses: ["8.8.8.8", "8.8.4.4", "2606:4700::1"] });
});

test("concurrent questions for one name are asked once, over all tenants", async () => {
  const { source, asked } = heldSource();
  const resolver = resolverOn(source);
  const both = Promise.all([resolver.resolve("rx.example", "t1", never), resolver.resolve("rx.example", "t2", never)]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  for (const question of asked) question.answer(["8.8.8.8"]);
  expect(await both).toMatchObject([{ ok: true }, { ok: true }]);
  expect(asked).toHaveLength(2);
});

test("an answer is kept for its time to live and no longer than 30 s", async () => {
  const { source, asked } = heldSource();
  let now = 1_000;
  const resolver = resolverOn(source, { now: () => now });
  const ask = async (ttlSeconds: number) => {
    const before = asked.length;
    const resolved = resolver.resolve("rx.example", "t1", never);
    await Promise.resolve();
    for (const question of asked.slice(before)) question.answer(["8.8.8.8"], ttlSeconds);
    await resolved;
    return asked.length > before;
  };
  expect(await ask(3_600)).toBe(true);
  now += 29_000;
  expect(await ask(3_600)).toBe(false);
  now += 2_000;
  expect(await ask(10)).toBe(true);
  now += 9_000;
  expect(await ask(10)).toBe(false);
  now += 2_000;
  expect(await ask(0)).toBe(true);
  now += 2_000;
  expect(await ask(0)).toBe(true);
});

test("C12: a failure is kept for a short while too, so a dead name is not asked for by every attempt", async () => {
  const { source, asked } = heldSource();
  let now = 1_000;
  const resolver = resolverOn(source, { now: () => now });
  const first = resolver.resolve("dead.example", "t1", never);
  await Promise.resolve();
  for (const question of asked) question.fail("ENOTFOUND");
  expect(await first).toMatchObject({ ok: false, error: "dns_nxdomain" });
  now += 4_000;
  expect(await resolver.resolve("dead.example", "t2", never)).toMatchObject({ error: "dns_nxdomain" });
  expect(asked).toHaveLength(2);
  now += 2_000;
  void resolver.resolve("dead.example", "t1", never);
  await Promise.resolve();
  expect(asked).toHaveLength(4);
});

test("the cache is bounded", async () => {
  const { source, asked } = heldSource();
  const resolver = resolverOn(source, { lookupsPerTenant: 100, maxCachedNames: 10 });
  const all = Array.from({ length: 30 }, (_, index) => resolver.resolve(`rx${index}.example`, "t1", never));
  await vi.waitFor(() => expect(asked).toHaveLength(60));
  for (const question of asked) question.answer(["8.8.8.8"]);
  await Promise.all(all);
  expect(resolver.stats()).toEqual({ cachedNames: 10, lookupsInFlight: 0, lookupsWaiting: 0 });
});

test("C12 E9: a tenant with silent names uses its own share of lookups and delays nobody else", async () => {
  const { source, asked } = heldSource();
  const resolver = resolverOn(source, { lookupsPerTenant: 2, dnsTimeoutMs: 60_000 });
  const silent = new AbortController();
  const stuck = Array.from({ length: 20 }, (_, index) => resolver.resolve(`dead${index}.test`, "t1", silent.signal));
  // The last of the waiting names is also wanted by somebody else: a lookup that still waits is not shared.
  const shared = resolver.resolve("dead19.test", "t2", never);
  const healthy = resolver.resolve("rx.example", "t2", never);
  await vi.waitFor(() => expect(asked.map(({ hostname }) => hostname)).toContain("rx.example"));
  expect(resolver.stats()).toEqual({ cachedNames: 0, lookupsInFlight: 4, lookupsWaiting: 18 });
  for (const question of asked) if (!/dead[01]\.test/.test(question.hostname)) question.answer(["8.8.8.8"]);
  expect(await healthy).toMatchObject({ ok: true });
  expect(await shared).toMatchObject({ ok: true });

  silent.abort({ ok: false, error: "timeout", detail: "over" });
  expect((await Promise.all(stuck)).every((result) => !result.ok && result.error === "timeout")).toBe(true);
  expect(resolver.stats().lookupsWaiting).toBe(0);
});

async function openNameServer(reply: (hostname: string, type: "A" | "AAAA") => NameReply, run: (server: NameServer) => Promise<void>) {
  const server = await startNameServer(reply);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

test.each<[string, NameReply, NameReply, string]>([
  ["NXDOMAIN", "nxdomain", "nxdomain", "dns_nxdomain"],
  ["no record of either kind", { addresses: [] }, { addresses: [] }, "dns_nxdomain"],
  ["SERVFAIL", "servfail", "servfail", "dns_failure"],
  ["no A record and a failing AAAA", { addresses: [] }, "servfail", "dns_failure"],
  ["silence", "silence", "silence", "dns_timeout"],
])("a real name server that says %s ends as its own kind", async (_name, a, aaaa, error) => {
  await openNameServer(
    (_hostname, type) => (type === "A" ? a : aaaa),
    async (server) => {
      const resolver = resolverOn(createDnsSource([server.address]), { dnsTimeoutMs: 500 });
      expect(await resolver.resolve("rx.test", "t1", never)).toMatchObject({ ok: false, error });
      resolver.close();
    },
  );
});

test("a name server that never answers for IPv6 does not hold up IPv4", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  await openNameServer(
    (_hostname, type) => (type === "A" ? { addresses: ["127.0.0.1"] } : "silence"),
    async (server) => {
      const egress = openEgress([receiver.port], { dns: createDnsSource([server.address]), totalTimeoutMs: 2_000 });
      const exchange = await egress.post(requestTo(`http://rx.test:${receiver.port}/`));
      expect(exchange.result).toEqual({ kind: "response", status: 200 });
      expect(exchange.timings.dnsMs).toBeGreaterThan(0);
      expect(server.questions.toSorted()).toEqual(["rx.test A", "rx.test AAAA"]);
    },
  );
});

test("the deadline of a request covers its name lookup", async () => {
  const { source } = heldSource();
  const egress = openEgress([], { dns: source, totalTimeoutMs: 150 });
  expect((await egress.post(requestTo("http://rx.example/"))).result).toMatchObject({ kind: "error", error: "dns_timeout" });
});
