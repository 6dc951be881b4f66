import { parsePublicId } from "@hooklane/contracts";
import type { StoredSubscription } from "@hooklane/db";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchShedding } from "../../server/accept/shed-watch.ts";
import { SubscriptionIndex } from "../../server/accept/subscription-index.ts";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
const shed = { deliveries: 5, bytes: 1_000_000_000, window_ms: 1_000 };

beforeAll(async () => {
  web = await startWeb({ HOOKLANE_POLICY: JSON.stringify({ shed: { deliveries: shed.deliveries, window_ms: shed.window_ms } }) });
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const ask = (method: string, path: string, body?: unknown, key = tenant.apiKey): Promise<Reply> => call(web, method, path, { key, body });
const send = (type: string, more = {}): Promise<Reply> => ask("POST", "/v1/events", { type, payload: 1, ...more });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const subscribe = async (eventTypes: string[]): Promise<string> =>
  (await ask("POST", "/v1/subscriptions", { url: "http://127.0.0.1:9000/", event_types: eventTypes })).json.id;
const isShedding = async (id: string): Promise<boolean> => (await ask("GET", `/v1/subscriptions/${id}/health`)).json.shedding;

test("a backlog that does not shrink is shed: recorded dead, named, 429 when nobody else takes the event; and it ends when the backlog does", async () => {
  const slow = await subscribe(["load.*", "both.*"]);
  await subscribe(["both.*"]);
  const listener = await subscribe(["hooklane.shedding.*"]);
  const keyed = { idempotency_key: "before-shedding" };
  const before = await send("load.one", keyed);
  for (let i = 0; i < 8; i++) expect((await send("load.one")).json).toMatchObject({ deliveries: 1, shed: [] });
  expect(await isShedding(slow)).toBe(false);
  await waitFor(() => isShedding(slow), { what: "the shedding to begin", timeoutMs: 15_000 });

  const refused = await waitFor(
    async () => {
      const reply = await send("load.one");
      return reply.status === 429 && reply;
    },
    { what: "the refusal" },
  );
  expect(refused.json.code).toBe("subscription_backlog_shed");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("load.one", keyed)).json).toEqual(before.json); // what was accepted is answered as it was

  const both = { ...keyed, idempotency_key: "shed-one-of-two" };
  const partly = await send("both.one", both);
  expect([partly.status, partly.json]).toEqual([202, { event_id: expect.any(String), deliveries: 2, shed: [slow] }]);
  expect((await send("both.one", both)).json).toEqual(partly.json);
  const id = parsePublicId("event", partly.json.event_id);
  const found = await rows("SELECT subscription_id AS id, state, reason, attempt FROM deliveries WHERE event_id = $1 ORDER BY state", [id]);
  expect(found[0]).toEqual({ id: parsePublicId("subscription", slow), state: "dead", reason: "backlog_shed", attempt: 0 });
  expect(found[1]).toMatchObject({ state: "pending" });
  expect((await send("nobody.asked")).status).toBe(202);

  await rows("UPDATE lane_stats SET backlog = 0, backlog_bytes = 0 WHERE subscription_id = $1", [parsePublicId("subscription", slow)]);
  await waitFor(async () => !(await isShedding(slow)), { what: "the shedding to end", timeoutMs: 10_000 });
  await waitFor(async () => (await send("load.one")).status === 202, { what: "an accepted event" });
  expect(await rows("SELECT 1 FROM lane_sheds")).toEqual([]);

  const news = () =>
    rows(
      `SELECT e.type, convert_from(e.body, 'UTF8')::json -> 'data' AS data FROM events e JOIN deliveries d ON d.event_id = e.id
       WHERE d.subscription_id = $1 ORDER BY e.id`,
      [parsePublicId("subscription", listener)],
    );
  const told = await waitFor(async () => (await news()).length >= 2 && news(), { what: "the news of both" });
  const about = { subscription_id: slow, started_at: expect.any(String), backlog: expect.any(Number) };
  expect(told).toMatchObject([
    { type: "hooklane.shedding.started", data: about },
    { type: "hooklane.shedding.stopped", data: { ...about, stopped_at: expect.any(String) } },
  ]);
  expect(new Set(told.map(({ data }) => (data as typeof about).started_at)).size).toBe(1);
});

test("what shedding is judged by outlives a process: one that starts later goes on where another was", async () => {
  const slow = await subscribe(["later.*"]);
  const uuid = parsePublicId("subscription", slow) as string;
  const patient = { ...shed, window_ms: 300_000 };
  let now = Date.now() + 3_600_000;
  const watch = async (): Promise<SubscriptionIndex> => {
    const index = new SubscriptionIndex();
    index.apply([{ ...stored, id: uuid, tenantId: tenant.tenantId }]);
    await watchShedding({ pool: web.owner, now: () => now, index, shed: patient, onTransition: () => {} });
    return index;
  };
  const stored: Omit<StoredSubscription, "id" | "tenantId"> = {
    plan: "scale",
    planOverride: null,
    url: "",
    sealedQuery: null,
    host: "",
    eventTypes: ["later.*"],
    filter: null,
    format: "envelope",
    ordered: false,
    mode: "at_least_once",
    customHeaders: {},
    sealedHeaders: null,
    retryPolicy: {},
    retryableStatuses: [],
    rateLimit: null,
    state: "active",
    shard: 1,
    earlierShards: [],
    version: 1,
    createdMs: 0,
    secrets: [],
  };
  await web.container.stop(); // its own watch has shorter windows
  await rows("INSERT INTO lane_stats (subscription_id, backlog) VALUES ($1, 50)", [uuid]);
  await rows("INSERT INTO lane_sheds (subscription_id) VALUES ($1)", [uuid]);
  const sheds = (index: SubscriptionIndex) =>
    index
      .match([tenant.tenantId], "later.x")
      .takers(() => 1)
      .map((s) => s.isShedding);
  expect(sheds(await watch())).toEqual([false]);
  now += 299_000;
  expect(sheds(await watch())).toEqual([false]);
  now += 2_000;
  expect(sheds(await watch())).toEqual([true]);
  await rows("UPDATE lane_stats SET backlog = 3 WHERE subscription_id = $1", [uuid]);
  now += 1_000;
  expect(sheds(await watch())).toEqual([false]);
});
