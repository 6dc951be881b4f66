import { parsePublicId, type Scope, scopes } from "@hooklane/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashApiKey } from "../server/http/api-key.ts";
import type { CreatedTenant } from "../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../test-support/call.ts";
import { everythingOf } from "../test-support/everything-of.ts";
import { newKey } from "../test-support/new-key.ts";
import { type StartedWeb, startWeb } from "../test-support/start-web.ts";
import { routes } from "./routes.ts";

/** What of a tenant's a call can be about. */
interface Place {
  key: string;
  subscriptionId: string;
  eventId: string;
  deliveryId: string;
  jobId: string;
  typeName: string;
}

interface Row {
  /** What the path names; for calls that name nothing: why they can reach nobody else's. */
  names: keyof Omit<Place, "key"> | "nothing: writes under the key's tenant" | "nothing: lists what the key's tenant has";
  /** A body with which the owner's call would be done. */
  body?: unknown;
  /** A query that names things of somebody else's, where the call takes one. */
  query?: (theirs: Place) => string;
}

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
const cursorOf = (publicId: string): string => `?cursor=${Buffer.from(publicId).toString("base64url").slice(0, 22)}`;

/** The matrix: every call with what it names. A call that is missing here fails the first test. */
const rows: Record<string, Row> = {
  "POST /v1/events": { names: "nothing: writes under the key's tenant", body: { type: "a.b", payload: 1 } },
  "POST /v1/events/batch": { names: "nothing: writes under the key's tenant", body: { events: [{ type: "a.b", payload: 1 }] } },
  "GET /v1/events": { names: "nothing: lists what the key's tenant has", query: ({ eventId }) => cursorOf(eventId) },
  "GET /v1/events/:id": { names: "eventId" },
  "DELETE /v1/events/:id/payload": { names: "eventId" },
  "POST /v1/event-types": { names: "nothing: writes under the key's tenant", body: { name: "a.b" } },
  "GET /v1/event-types": { names: "nothing: lists what the key's tenant has", query: ({ eventId }) => cursorOf(eventId) },
  "GET /v1/event-types/:id": { names: "typeName" },
  "PATCH /v1/event-types/:id": { names: "typeName", body: { description: "taken over" } },
  "GET /v1/limits": { names: "nothing: lists what the key's tenant has" },
  "POST /v1/subscriptions": { names: "nothing: writes under the key's tenant", body: endpoint },
  "GET /v1/subscriptions": { names: "nothing: lists what the key's tenant has", query: ({ subscriptionId }) => cursorOf(subscriptionId) },
  "GET /v1/subscriptions/:id": { names: "subscriptionId" },
  "PATCH /v1/subscriptions/:id": { names: "subscriptionId", body: { description: "taken over" } },
  "DELETE /v1/subscriptions/:id": { names: "subscriptionId" },
  "POST /v1/subscriptions/:id/pause": { names: "subscriptionId" },
  "POST /v1/subscriptions/:id/resume": { names: "subscriptionId" },
  "POST /v1/subscriptions/:id/enable": { names: "subscriptionId" },
  "POST /v1/subscriptions/:id/secret/rotate": { names: "subscriptionId", body: { grace_seconds: 0 } },
  "POST /v1/subscriptions/:id/secret/revoke-previous": { names: "subscriptionId" },
  "POST /v1/subscriptions/:id/test": { names: "subscriptionId", body: { type: "a.b" } },
  "GET /v1/subscriptions/:id/health": { names: "subscriptionId" },
  "GET /v1/subscriptions/:id/deliveries": { names: "subscriptionId", query: ({ deliveryId }) => cursorOf(deliveryId) },
  "GET /v1/deliveries/:id": { names: "deliveryId" },
  "POST /v1/deliveries/:id/replay": { names: "deliveryId" },
  "POST /v1/subscriptions/:id/replay": { names: "subscriptionId", body: range },
  "GET /v1/jobs/:id": { names: "jobId" },
  "PATCH /v1/jobs/:id": { names: "jobId", body: { max_rate_per_second: 5 } },
  "POST /v1/jobs/:id/pause": { names: "jobId" },
  "POST /v1/jobs/:id/resume": { names: "jobId" },
  "POST /v1/jobs/:id/cancel": { names: "jobId" },
};

let web: StartedWeb;
let owner: CreatedTenant;
let theirs: Place;
let mine: Place;
let places = 0;

async function makePlace({ apiKey: key }: CreatedTenant): Promise<Place> {
  const subscription = await call(web, "POST", "/v1/subscriptions", { key, body: endpoint });
  const event = await call(web, "POST", "/v1/events", { key, body: { type: "own.event", payload: "private" } });
  const log = await call(web, "GET", `/v1/subscriptions/${subscription.json.id}/deliveries`, { key });
  const deliveryId = log.json.data[0].id;
  await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [parsePublicId("delivery", deliveryId)]);
  const job = await call(web, "POST", `/v1/subscriptions/${subscription.json.id}/replay`, { key, body: range });
  const typeName = `own.t${++places}`;
  await call(web, "POST", "/v1/event-types", { key, body: { name: typeName, description: "private" } });
  return { key, subscriptionId: subscription.json.id, eventId: event.json.event_id, deliveryId, jobId: job.json.job_id, typeName };
}

beforeAll(async () => {
  web = await startWeb();
  owner = await web.newTenant();
  theirs = await makePlace(owner);
  mine = await makePlace(await web.newTenant());
});
afterAll(() => web.stop());

test("the matrix has a row for every call, and none for others", () => {
  expect(Object.keys(rows).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

const withoutRequestId = ({ status, json: { request_id: _, ...problem } }: Reply) => JSON.stringify([status, problem]);

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (name, { method, path, scope }) => {
  const row = rows[name] as Row;
  const wanted: readonly Scope[] = [scope].flat();
  const idOf = (place: Place): string => (row.names.startsWith("nothing") ? "" : place[row.names as keyof Place]);
  const ask = (id: string, key: string | undefined, query = ""): Promise<Reply> =>
    call(web, method, path.replace(/:\w+/, id) + query, {
      ...(key !== undefined && { key }),
      ...(row.body !== undefined && { body: row.body }),
    });

  test("T1: without a key, with one that is none and with a revoked one it answers 401, alike", async () => {
    const revoked = await newKey(web, mine.key, [...scopes]);
    await web.owner.query("UPDATE api_keys SET revoked_at = now() WHERE hash = $1", [hashApiKey(revoked)]);
    const replies = [undefined, "hk_none", revoked].map((key) => ask(idOf(mine), key));
    const told = new Set((await Promise.all(replies)).map(withoutRequestId));
    expect(told.size).toBe(1);
    expect([...told][0]).toContain('[401,{"type":');
  });

  test("T1: with every other scope but its own it answers 403, and its own alone is enough", async () => {
    const refused = await ask(
      idOf(mine),
      await newKey(
        web,
        mine.key,
        scopes.filter((other) => !wanted.includes(other)),
      ),
    );
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    for (const one of wanted) expect([401, 403]).not.toContain((await ask("nonsense", await newKey(web, mine.key, [one]))).status);
  });

  test.runIf(path.includes(":"))("C58, T2: answers another tenant as it answers for an unknown id, and changes nothing there", async () => {
    const real = idOf(theirs);
    const before = await everythingOf(web, owner.tenantId);
    const replies = [
      await ask(real, mine.key),
      await ask(`${real.slice(0, 4)}${"0".repeat(26)}`, mine.key),
      await ask("nonsense", mine.key),
    ];
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
    expect(replies[0]?.json).toMatchObject({ status: 404, code: "not_found", detail: "There is nothing under this id." });
    expect(await everythingOf(web, owner.tenantId)).toEqual(before);
  });

  test("T3: what it answers a tenant for its own holds nothing of another's, whatever else is named", async () => {
    const before = await everythingOf(web, owner.tenantId);
    // After a deletion there would be nothing of mine to ask for
    const replies = method === "DELETE" ? [] : [await ask(idOf(mine), mine.key)];
    if (row.query) replies.push(await ask(idOf(mine), mine.key, row.query(theirs)));
    for (const { text, status } of replies) {
      expect([401, 403, 404, 500]).not.toContain(status);
      for (const foreign of [theirs.subscriptionId, theirs.eventId, theirs.deliveryId, theirs.jobId, theirs.typeName])
        expect(text).not.toContain(foreign);
    }
    expect(await everythingOf(web, owner.tenantId)).toEqual(before);
  });
});
