import { afterEach, beforeEach, expect, test } from "vitest";
import { json, type StartedApi, startApi } from "../test-support/start-api.ts";
import { isAccepted } from "../types/event.ts";
import { Hooklane } from "./hooklane.ts";

let api: StartedApi;
let hooklane: Hooklane;

beforeEach(async () => {
  api = await startApi(({ method }) =>
    method === "DELETE" ? { kind: "status", status: 204 } : json(200, { id: "x", data: [], results: [] }),
  );
  hooklane = api.client();
});
afterEach(() => api.server.stop());

const selection = { since: new Date("2026-11-29T00:00:00Z"), until: "2026-11-30T00:00:00Z" };

/** Every call of the API: what is called here, and what arrives there. */
const calls: [name: string, make: (h: Hooklane) => Promise<unknown>, request: string, body?: unknown][] = [
  ["events.get", (h) => h.events.get("evt_1"), "GET /v1/events/evt_1"],
  [
    "events.list",
    (h) => h.events.list({ type: "a.b", since: selection.since }).page(),
    "GET /v1/events?type=a.b&since=2026-11-29T00%3A00%3A00.000Z",
  ],
  ["events.erasePayload", (h) => h.events.erasePayload("evt_1"), "DELETE /v1/events/evt_1/payload"],
  [
    "subscriptions.create",
    (h) => h.subscriptions.create({ url: "https://a.example", event_types: ["*"] }),
    "POST /v1/subscriptions",
    { url: "https://a.example", event_types: ["*"] },
  ],
  ["subscriptions.list", (h) => h.subscriptions.list({ limit: 5 }).page("c1"), "GET /v1/subscriptions?limit=5&cursor=c1"],
  ["subscriptions.get", (h) => h.subscriptions.get("sub_1"), "GET /v1/subscriptions/sub_1"],
  [
    "subscriptions.update",
    (h) => h.subscriptions.update("sub_1", { rate_limit: null }),
    "PATCH /v1/subscriptions/sub_1",
    { rate_limit: null },
  ],
  ["subscriptions.delete", (h) => h.subscriptions.delete("sub_1"), "DELETE /v1/subscriptions/sub_1"],
  ["subscriptions.pause", (h) => h.subscriptions.pause("sub_1"), "POST /v1/subscriptions/sub_1/pause"],
  ["subscriptions.resume", (h) => h.subscriptions.resume("sub_1"), "POST /v1/subscriptions/sub_1/resume"],
  ["subscriptions.enable", (h) => h.subscriptions.enable("sub_1"), "POST /v1/subscriptions/sub_1/enable"],
  [
    "subscriptions.rotateSecret",
    (h) => h.subscriptions.rotateSecret("sub_1", { grace_seconds: 0 }),
    "POST /v1/subscriptions/sub_1/secret/rotate",
    { grace_seconds: 0 },
  ],
  [
    "subscriptions.revokePreviousSecrets",
    (h) => h.subscriptions.revokePreviousSecrets("sub_1"),
    "POST /v1/subscriptions/sub_1/secret/revoke-previous",
  ],
  [
    "subscriptions.sendTest",
    (h) => h.subscriptions.sendTest("sub_1", { type: "a.b" }),
    "POST /v1/subscriptions/sub_1/test",
    { type: "a.b" },
  ],
  ["subscriptions.health", (h) => h.subscriptions.health("sub_1"), "GET /v1/subscriptions/sub_1/health"],
  [
    "subscriptions.deliveries",
    (h) => h.subscriptions.deliveries("sub_1", { state: ["pending", "dead"] }).page(),
    "GET /v1/subscriptions/sub_1/deliveries?state=pending%2Cdead",
  ],
  [
    "subscriptions.replay",
    (h) => h.subscriptions.replay("sub_1", { ...selection, types: ["a.b"], states: ["dead", "delivered"] }),
    "POST /v1/subscriptions/sub_1/replay",
    { since: "2026-11-29T00:00:00.000Z", until: "2026-11-30T00:00:00Z", types: ["a.b"], states: ["dead", "delivered"] },
  ],
  [
    "subscriptions.estimateReplay",
    (h) => h.subscriptions.estimateReplay("sub_1", selection),
    "POST /v1/subscriptions/sub_1/replay",
    { since: "2026-11-29T00:00:00.000Z", until: "2026-11-30T00:00:00Z", dry_run: true },
  ],
  ["deliveries.get", (h) => h.deliveries.get("dlv_1"), "GET /v1/deliveries/dlv_1"],
  ["deliveries.replay", (h) => h.deliveries.replay("dlv_1"), "POST /v1/deliveries/dlv_1/replay"],
  ["jobs.get", (h) => h.jobs.get("job_1"), "GET /v1/jobs/job_1"],
  ["jobs.cancel", (h) => h.jobs.cancel("job_1"), "POST /v1/jobs/job_1/cancel"],
  ["jobs.pause", (h) => h.jobs.pause("job_1"), "POST /v1/jobs/job_1/pause"],
  ["jobs.resume", (h) => h.jobs.resume("job_1"), "POST /v1/jobs/job_1/resume"],
  ["eventTypes.list", (h) => h.eventTypes.list().page(), "GET /v1/event-types"],
  ["eventTypes.get", (h) => h.eventTypes.get("a.b"), "GET /v1/event-types/a.b"],
  ["eventTypes.create", (h) => h.eventTypes.create({ name: "a.b", kind: "json" }), "POST /v1/event-types", { name: "a.b", kind: "json" }],
  ["eventTypes.update", (h) => h.eventTypes.update("a.b", { description: "d" }), "PATCH /v1/event-types/a.b", { description: "d" }],
  ["limits", (h) => h.limits(), "GET /v1/limits"],
];

test.each(calls)("%s makes its call of the API, with the key and nothing else", async (_name, make, request, body) => {
  await make(hooklane);
  const [received, ...others] = api.requests();
  expect(others).toEqual([]);
  expect(`${received?.method} ${received?.path}`).toBe(request);
  expect(received?.headers).toMatchObject({ authorization: "Bearer hk_test", accept: "application/json" });
  expect(received?.body.length ? JSON.parse(received.body.toString()) : undefined).toEqual(body);
  expect(received?.headers["content-type"]).toBe(body === undefined ? undefined : "application/json");
});

test("a batch gives each event a key of its own, keeps the order, and tells a refused one's key", async () => {
  const refused = { status: 503, code: "unavailable", title: "t", detail: "d" };
  api.server.set("api", {
    kind: "scripted",
    respond: () => json(202, { results: [{ status: 202, event_id: "evt_1", deliveries: 1, shed: [] }, refused] }),
  });
  const results = await hooklane.events.publishBatch([
    { type: "a.b", payload: 1 },
    { type: "a.c", raw_payload: " 1.0 ", idempotency_key: "mine" },
  ]);
  expect(results.map((item) => (isAccepted(item) ? item.event_id : [item.status, item.idempotency_key]))).toEqual(["evt_1", [503, "mine"]]);
  const [{ path, body } = { path: "", body: "" }] = api.requests();
  expect(path).toBe("/v1/events/batch");
  const { events } = JSON.parse(body.toString());
  expect(events).toEqual([
    { type: "a.b", idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/), payload: 1 },
    { type: "a.c", idempotency_key: "mine", payload: 1 },
  ]);
  expect(body.toString()).toContain('"payload": 1.0 }');
});

test("an id that would name another resource is refused before anything is sent", () => {
  for (const id of ["", ".", "..", "a/b", "sub_1?x", "sub 1", undefined as unknown as string]) {
    expect(() => hooklane.subscriptions.get(id), String(id)).toThrow(TypeError);
  }
  expect(api.requests()).toEqual([]);
});

test("a base URL may have a path, and a slash at its end", async () => {
  for (const suffix of ["hooks", "hooks/"]) await api.client({ baseUrl: api.baseUrl + suffix }).jobs.get("job_1");
  expect(api.requests().map(({ path }) => path)).toEqual(["/hooks/v1/jobs/job_1", "/hooks/v1/jobs/job_1"]);
});

test("a key or a base URL that cannot be one is refused at once, and the key is not repeated", () => {
  for (const apiKey of ["", "hk_a b", "hk_secret\n", undefined as unknown as string]) {
    expect(() => new Hooklane({ baseUrl: "http://127.0.0.1", apiKey })).toThrow(/API key/);
    expect(() => new Hooklane({ baseUrl: "http://127.0.0.1", apiKey })).not.toThrow(/hk_/);
  }
  for (const baseUrl of ["", "hooks.example.com", "ftp://a.example", "https://u:p@a.example", "https://a.example/?x=1"]) {
    expect(() => new Hooklane({ baseUrl, apiKey: "hk_x" }), baseUrl).toThrow(/base URL/);
  }
});

test("a list is read page by page, only as far as it is walked, and can be taken up at a cursor", async () => {
  const entries = [1, 2, 3, 4, 5].map((n) => ({ id: `sub_${n}` }));
  api.server.set("api", {
    kind: "scripted",
    respond: ({ path }) => {
      const from = Number(new URL(path, "http://x").searchParams.get("cursor") ?? 0);
      const hasMore = from + 2 < entries.length;
      return json(200, { data: entries.slice(from, from + 2), next_cursor: hasMore ? String(from + 2) : null, has_more: hasMore });
    },
  });
  const walked = async (list: AsyncIterable<{ id: string }>, atMost = 9) => {
    const ids: string[] = [];
    for await (const { id } of list) if (ids.push(id) === atMost) break;
    return ids.join(" ");
  };
  expect(await walked(hooklane.subscriptions.list())).toBe("sub_1 sub_2 sub_3 sub_4 sub_5");
  expect(api.requests().length).toBe(3);
  expect(await walked(hooklane.subscriptions.list(), 3)).toBe("sub_1 sub_2 sub_3");
  expect(api.requests().length).toBe(5);
  expect(await walked(hooklane.subscriptions.list({ cursor: "2" }))).toBe("sub_3 sub_4 sub_5");
  const pages = [];
  for await (const page of hooklane.subscriptions.list().pages()) pages.push(page.data.length);
  expect(pages).toEqual([2, 2, 1]);
});

test("a job is followed to its end", async () => {
  const states = ["queued", "running", "running", "completed"];
  api.server.set("api", { kind: "scripted", respond: () => json(200, { id: "job_1", state: states.shift() }) });
  const seen = [];
  for await (const { state } of hooklane.jobs.follow("job_1", { intervalMs: 1 })) seen.push(state);
  expect(seen).toEqual(["queued", "running", "running", "completed"]);
});
