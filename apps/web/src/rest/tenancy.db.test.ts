import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../server/use-cases/tenants/create-tenant.ts";
import { call } from "../test-support/call.ts";
import { type StartedWeb, startWeb } from "../test-support/start-web.ts";
import { routes } from "./routes.ts";

let web: StartedWeb;
let owner: CreatedTenant;
let stranger: CreatedTenant;
let ids: Record<string, string>;
const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };

beforeAll(async () => {
  web = await startWeb();
  owner = await web.newTenant();
  stranger = await web.newTenant();
  const key = owner.apiKey;
  const subscription = await call(web, "POST", "/v1/subscriptions", { key, body: { url: "http://127.0.0.1:9000/", event_types: ["*"] } });
  const event = await call(web, "POST", "/v1/events", { key, body: { type: "own.event", payload: "private" } });
  const deliveries = await call(web, "GET", `/v1/subscriptions/${subscription.json.id}/deliveries`, { key });
  const job = await call(web, "POST", `/v1/subscriptions/${subscription.json.id}/replay`, { key, body: range });
  ids = {
    subscriptions: subscription.json.id,
    events: event.json.event_id,
    deliveries: deliveries.json.data[0].id,
    jobs: job.json.job_id,
  };
});
afterAll(() => web.stop());

/** Calls with nothing of anybody's in their path. */
const withoutId = ["POST /v1/events", "POST /v1/subscriptions", "GET /v1/subscriptions"];
const withId = routes.filter((route) => route.path.includes(":id"));

test("every call either names a resource in its path or is known to name none", () => {
  const others = routes.filter((route) => !route.path.includes(":")).map((route) => `${route.method} ${route.path}`);
  expect(others.sort()).toEqual([...withoutId].sort());
});

const area = (path: string): string => path.split("/")[2] as string;
/** For calls that need one to be looked at. */
const bodies: Record<string, unknown> = {
  "PATCH /v1/subscriptions/:id": { description: "taken over" },
  "POST /v1/subscriptions/:id/replay": range,
};

test.each(withId.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "C58, T2: %s answers another tenant as it answers for an unknown id",
  async (name, { method, path }) => {
    const ask = (id: string, key: string) =>
      call(web, method, path.replace(":id", id), { key, ...(bodies[name] !== undefined && { body: bodies[name] }) });
    const real = ids[area(path)] as string;
    const unknown = `${real.slice(0, 4)}${"0".repeat(26)}`;
    const replies = [await ask(real, stranger.apiKey), await ask(unknown, stranger.apiKey), await ask("nonsense", stranger.apiKey)];
    for (const reply of replies) {
      const { request_id: _, ...problem } = reply.json;
      expect([reply.status, problem]).toEqual([
        404,
        {
          type: "urn:hooklane:problem:not_found",
          title: expect.any(String),
          status: 404,
          code: "not_found",
          detail: "There is nothing under this id.",
        },
      ]);
    }
  },
);

test("and nothing of the owner's was changed or shown by that", async () => {
  const mine = await call(web, "GET", `/v1/subscriptions/${ids.subscriptions}`, { key: owner.apiKey });
  expect(mine.json).toMatchObject({ state: "active", description: "" });
  expect((await call(web, "GET", `/v1/jobs/${ids.jobs}`, { key: owner.apiKey })).json.state).toBe("queued");
  expect((await call(web, "GET", "/v1/subscriptions", { key: stranger.apiKey })).json.data).toEqual([]);
  expect(
    (await web.owner.query("SELECT 1 FROM audit_log WHERE tenant_id = $1 AND action LIKE 'subscription.%'", [stranger.tenantId])).rowCount,
  ).toBe(0);
});
