import { createTestDatabase, waitFor } from "@hooklane/testkit";
import { expect, test } from "vitest";
import { createContainer } from "./container.ts";
import { readEnv, type WebEnv } from "./env.ts";
import { createLog } from "./server/log.ts";
import { call } from "./test-support/call.ts";
import { startWeb } from "./test-support/start-web.ts";

const silent = createLog("fatal", { write: () => {} });
/** What pages use to reach the container: a copy of the module, as their bundle has one. */
const pagesView = (): Promise<typeof import("./server/container-registry.ts")> => {
  const copy = "./server/container-registry.ts?pages";
  return import(copy);
};

function envFor(url: string): WebEnv {
  const read = readEnv({
    DATABASE_URL: url,
    AUTH_SECRET: "a".repeat(32),
    HOOKLANE_SECRET_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
    HOOKLANE_WORKERS: "0",
  });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  return read.env;
}

test("a process has one container: a second is refused, and another module graph sees the first", async () => {
  const database = await createTestDatabase();
  const { getContainer } = await pagesView();
  expect(getContainer).toThrow();
  const container = createContainer(envFor(database.url), silent);
  expect(() => createContainer(envFor(database.url), silent)).toThrow("already");
  expect(getContainer()).toBe(container);
  await container.stop();
  expect(getContainer).toThrow();
  await database.drop();
});

test("a process that starts while its database is down serves as soon as it is up", async () => {
  const web = await startWeb();
  const { apiKey } = await web.newTenant();
  await web.container.stop();
  web.gate.shut();
  const container = createContainer(envFor(web.databaseUrl), silent);
  expect((await container.readiness.report()).ready).toBe(false);
  expect(container.accept.canAccept()).toBe(false);
  web.gate.open();
  await waitFor(async () => (await container.readiness.report()).ready, { what: "readiness" });
  expect(await container.keys.identify(apiKey)).toBeDefined();
  await container.stop();
  await web.stop();
});

test("a process that ends answers what it still gets, says so, and asks for no next request", async () => {
  const web = await startWeb();
  const { apiKey } = await web.newTenant();
  web.container.readiness.drain();
  const reply = await call(web, "POST", "/v1/events", { key: apiKey, body: { type: "a", payload: 1 } });
  expect([reply.status, reply.headers.get("connection")]).toEqual([202, "close"]);
  expect((await call(web, "GET", "/readyz")).status).toBe(503);
  await web.stop();
});

test("stopping writes down what was accepted and not booked yet", async () => {
  const web = await startWeb();
  const { apiKey } = await web.newTenant();
  await call(web, "POST", "/v1/subscriptions", { key: apiKey, body: { url: "http://127.0.0.1:9000/", event_types: ["*"] } });
  for (let i = 0; i < 5; i++) await call(web, "POST", "/v1/events", { key: apiKey, body: { type: "a", payload: i } });
  await web.container.stop();
  expect((await web.owner.query("SELECT backlog FROM lane_stats")).rows).toEqual([{ backlog: 5 }]);
  expect((await web.owner.query("SELECT 1 FROM api_keys WHERE last_used_at IS NOT NULL")).rowCount).toBe(1);
  await web.stop();
});
