import { connect } from "node:net";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.stop());

const post = (key: string, path = "/v1/events", body: unknown = { type: "a.b", payload: 1 }): Promise<Reply> =>
  call(web, "POST", path, { key, body });

test("a tenant sends in as many events per second as its plan, and is told how it stands with every answer", async () => {
  const tenant = await web.newTenant("free");
  const first = await post(tenant.apiKey);
  expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([202, '"events";q=100;w=1']);
  expect(first.headers.get("ratelimit")).toMatch(/^"events";r=9\d;t=1$/);
  const batch = await post(
    tenant.apiKey,
    "/v1/events/batch",
    Array.from({ length: 500 }, () => ({ type: "a.b", payload: 1 })),
  );
  // Either the first event was paid off by then, and the batch is taken, or it is told to wait
  const taken =
    batch.status === 202
      ? batch
      : await waitFor(
          async () => {
            const again = await post(
              tenant.apiKey,
              "/v1/events/batch",
              Array.from({ length: 500 }, () => ({ type: "a.b", payload: 1 })),
            );
            return again.status === 202 && again;
          },
          { what: "the batch" },
        );
  expect(taken.headers.get("ratelimit")).toBe('"events";r=0;t=5');
  const refused = await post(tenant.apiKey);
  expect([refused.status, refused.json.code]).toEqual([429, "ingest_quota_exceeded"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect([refused.headers.get("ratelimit-policy"), refused.headers.get("ratelimit")]).toEqual([
    '"events";q=100;w=1',
    expect.stringContaining("r=0"),
  ]);
  expect((await post(tenant.apiKey, "/v1/events/batch", [])).status).toBe(429);
  expect((await post((await web.newTenant("free")).apiKey)).status).toBe(202);
});

test("what is refused for another reason says how the quota stands, too", async () => {
  const tenant = await web.newTenant("team");
  const refused = await post(tenant.apiKey, "/v1/events", "{");
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([400, '"events";q=1000;w=1']);
});

test("bytes that wait to be read are bounded for a tenant: one more request is told to wait, other tenants are served", async () => {
  const tenant = await web.newTenant();
  const size = 4_194_304;
  const sockets = Array.from({ length: 8 }, () => connect(web.port, "127.0.0.1"));
  const head = [
    "POST /v1/events/batch HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${tenant.apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${size}`,
    "Expect: 100-continue",
  ].join("\r\n");
  // Each has its room when it is told to go on
  const mayGoOn = sockets.map((socket) => new Promise((resolve) => socket.on("error", () => {}).once("data", resolve)));
  for (const socket of sockets) socket.write(`${head}\r\n\r\n`);
  for (const told of await Promise.all(mayGoOn)) expect(String(told)).toContain("100 Continue");
  const refused = await post(tenant.apiKey, "/v1/events/batch");
  expect([refused.json.code, refused.headers.get("retry-after")]).toEqual(["too_much_under_way", "1"]);
  expect((await post((await web.newTenant()).apiKey)).status).toBe(202);
  for (const socket of sockets) socket.destroy();
  await waitFor(async () => (await post(tenant.apiKey)).status === 202, { what: "room again" });
});

test("web processes that live share a tenant's quota", async () => {
  await web.owner.query("INSERT INTO web_processes (id) SELECT gen_random_uuid() FROM generate_series(1, 3)");
  const tenant = await web.newTenant("free");
  const shared = await waitFor(
    async () => {
      const reply = await post(tenant.apiKey);
      // 25 of the plan's 100 are this process's: one event of its own counts for four
      return / r=|r=96|r=92|r=88/.test(reply.headers.get("ratelimit") ?? "") && reply;
    },
    { what: "the share", timeoutMs: 15_000 },
  );
  expect(shared.headers.get("ratelimit-policy")).toBe('"events";q=100;w=1');
});
