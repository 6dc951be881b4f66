import { parsePublicId } from "@hooklane/contracts";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const ask = (method: string, path: string, body?: unknown, key = tenant.apiKey): Promise<Reply> => call(web, method, path, { key, body });
const define = (body: Record<string, unknown>): Promise<Reply> => ask("POST", "/v1/event-types", body);
const send = (type: string, payload: unknown, more = {}): Promise<Reply> => ask("POST", "/v1/events", { type, payload, ...more });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;

test("a type is put into the catalogue, read, listed and changed, and each change is audited", async () => {
  const made = await define({
    name: "order.paid",
    description: "An order was paid.",
    schema: { type: "object", required: ["id"] },
    example: { id: 7 },
  });
  expect([made.status, made.headers.get("location")]).toEqual([201, "/v1/event-types/order.paid"]);
  const view = {
    name: "order.paid",
    description: "An order was paid.",
    kind: "json",
    schema: { type: "object", required: ["id"] },
    example: { id: 7 },
    derived_key: null,
    announce_completed: false,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  };
  expect(made.json).toEqual(view);
  expect((await ask("GET", "/v1/event-types/order.paid")).json).toEqual(view);
  await define({ name: "order.shipped" });
  const page = await ask("GET", "/v1/event-types?limit=1");
  expect([page.json.data.map(({ name }: { name: string }) => name), page.json.has_more]).toEqual([["order.shipped"], true]);
  const rest = await ask("GET", `/v1/event-types?cursor=${page.json.next_cursor}`);
  expect([rest.json.data.map(({ name }: { name: string }) => name), rest.json.has_more]).toEqual([["order.paid"], false]);
  const changed = await ask("PATCH", "/v1/event-types/order.paid", { description: "Paid.", schema: null });
  expect(changed.json).toMatchObject({ description: "Paid.", schema: null, example: { id: 7 } });
  const audited = await rows(
    "SELECT action, after->>'description' AS description FROM audit_log WHERE target_kind = 'event_type' ORDER BY id",
  );
  expect(audited).toEqual([
    { action: "event_type.create", description: "An order was paid." },
    { action: "event_type.create", description: "" },
    { action: "event_type.update", description: "Paid." },
  ]);
});

test("a schema describes and does not gate: a payload that it would refuse is accepted", async () => {
  await define({ name: "schema.strict", schema: { type: "object", required: ["id"] } });
  expect((await send("schema.strict", "not an object")).status).toBe(202);
});

test.each([
  [{}, "name"],
  [{ name: "a..b" }, "name"],
  [{ name: "hooklane.x" }, "name"],
  [{ name: "x.y", kind: "xml" }, "kind"],
  [{ name: "x.y", schema: "{}" }, "schema"],
  [{ name: "x.y", schema: 1 }, "schema"],
  [{ name: "x.y", schema: { a: "x".repeat(70_000) } }, "schema"],
  [{ name: "x.y", validate: true }, "validate"],
  [{ name: "x.y", derived_key: {} }, "derived_key"],
  [{ name: "x.y", kind: "geojson", derived_key: { device_id: "properties.id" } }, "derived_key.device_id"],
  [{ name: "x.y", description: "a\0b" }, "description"],
])("%j is refused, naming %s", async (body, field) => {
  const reply = await define(body);
  expect([reply.status, reply.json.field]).toEqual([422, field]);
});

test("a name is taken once per tenant, and names are no secret between tenants", async () => {
  await define({ name: "taken.once" });
  const again = await define({ name: "taken.once" });
  expect([again.status, again.json.code]).toEqual([409, "already_exists"]);
  const other = await web.newTenant();
  expect((await ask("POST", "/v1/event-types", { name: "taken.once" }, other.apiKey)).status).toBe(201);
  expect((await ask("GET", "/v1/event-types/order.paid", undefined, other.apiKey)).status).toBe(404);
  expect((await ask("PATCH", "/v1/event-types/no.such", { description: "" })).status).toBe(404);
  expect((await ask("PATCH", "/v1/event-types/taken.once", {})).status).toBe(422);
  expect((await ask("PATCH", "/v1/event-types/taken.once", { derived_key: {} })).json.field).toBe("derived_key");
});

const point = (coordinates: unknown, properties: unknown = {}) => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates },
});
const area = (ring: number[][]) => ({ type: "Feature", properties: null, geometry: { type: "Polygon", coordinates: [ring] } });
const bowTie = area([
  [0, 0],
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 0],
]);

test("a geojson type takes valid Features, and names what is wrong with others, and where", async () => {
  await define({ name: "geo.seen", kind: "geojson" });
  expect((await send("geo.seen", point([13.4, 52.5]))).status).toBe(202);
  expect(
    (
      await send(
        "geo.seen",
        area([
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ]),
      )
    ).status,
  ).toBe(202);
  expect(await rows("SELECT geojson FROM events WHERE type = 'geo.seen'")).toEqual([{ geojson: true }, { geojson: true }]);
  const wrong: [unknown, string, string][] = [
    [bowTie, "payload.geometry", "Self-intersection at [0.5, 0.5]."],
    [point([181, 0]), "payload.geometry.coordinates", "The longitude lies outside -180 to 180 at [181, 0]."],
    [point([]), "payload.geometry.coordinates", "The geometry is empty."],
    [
      { ...point([0, 0]), crs: { type: "name", properties: { name: "EPSG:3857" } } },
      "payload.crs",
      "The reference system must be EPSG:4326 or CRS84.",
    ],
    [{ type: "Point", coordinates: [0, 0] }, "payload.type", 'The type must be "Feature".'],
    [7, "payload", "The payload must be a GeoJSON Feature."],
  ];
  for (const [payload, field, detail] of wrong) {
    const reply = await send("geo.seen", payload);
    expect([reply.status, reply.json.code, reply.json.field, reply.json.detail]).toEqual([422, "invalid_geometry", field, detail]);
  }
  expect((await send("geo.other", bowTie)).status).toBe(202); // of a type that says nothing of geometries
  const batch = await ask("POST", "/v1/events/batch", [
    { type: "geo.seen", payload: bowTie },
    { type: "geo.seen", payload: point([1, 2]) },
  ]);
  expect(batch.json.results.map(({ status }: { status: number }) => status)).toEqual([422, 202]);
});

test("the next event follows the rules that were written just before", async () => {
  await define({ name: "geo.later" });
  expect((await send("geo.later", bowTie)).status).toBe(202);
  await ask("PATCH", "/v1/event-types/geo.later", { kind: "geojson" });
  expect((await send("geo.later", bowTie)).status).toBe(422);
});

test("a derived key makes the same sighting one event; other bytes are another event, and never 422", async () => {
  await define({ name: "sight.made", kind: "geojson", derived_key: { occurred_at: "/properties/at" } });
  const sighting = (more: Record<string, unknown> = {}, x = 13.4) =>
    point([x, 52.5], { device_id: "d-1", at: "2026-11-30T00:00:00Z", ...more });
  const first = await send("sight.made", sighting());
  const again = await send("sight.made", sighting());
  expect([again.json, again.headers.get("idempotent-replayed")]).toEqual([first.json, "true"]);
  const other = await send("sight.made", sighting({ battery: 3 }));
  expect([other.status, other.headers.get("idempotent-replayed")]).toEqual([202, null]);
  expect(other.json.event_id).not.toBe(first.json.event_id);
  expect((await send("sight.made", sighting({ battery: 3 }))).json).toEqual(other.json);
  expect((await send("sight.made", sighting({}, 13.5))).json.event_id).not.toBe(first.json.event_id);
  const [, unkeyed] = [await send("sight.made", point([0, 0])), await send("sight.made", point([0, 0]))];
  expect(unkeyed.headers.get("idempotent-replayed")).toBeNull();
  const own = await send("sight.made", sighting(), { idempotency_key: "my-own" });
  expect(own.headers.get("idempotent-replayed")).toBeNull();
  const keys = await rows("SELECT idempotency_key AS key FROM events WHERE type = 'sight.made' AND idempotency_key IS NOT NULL");
  expect(keys.filter(({ key }) => /^idem:v1:[0-9a-f]{64}(:[0-9a-f]{64})?$/.test(key as string))).toHaveLength(3);
  const fifty = await Promise.all(Array.from({ length: 50 }, (_, i) => send("sight.made", sighting({ n: i % 2 }, 20))));
  expect(new Set(fifty.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(fifty.map(({ json }) => json.event_id)).size).toBe(2);
});

test("an event of a type that asks for it is announced once, when its last delivery is final", async () => {
  await define({ name: "told.made", announce_completed: true });
  const made = await ask("POST", "/v1/subscriptions", { url: "http://127.0.0.1:9000/", event_types: ["told.*"] });
  const listening = await ask("POST", "/v1/subscriptions", { url: "http://127.0.0.1:9000/", event_types: ["hooklane.*"] });
  const { event_id: id } = (await send("told.made", 1)).json;
  const announced = () => rows("SELECT id, body FROM events WHERE type = 'hooklane.event.completed'");
  const waiting = () => rows("SELECT event_id, check_at > now() AS postponed FROM event_completions");
  const uuid = parsePublicId("event", id);
  await waitFor(async () => (await waiting())[0]?.postponed === true, { what: "a look at the event" });
  expect(await announced()).toEqual([]);
  await rows("UPDATE deliveries SET state = 'delivered', finished_at = '2026-12-01T00:00:00Z' WHERE event_id = $1", [uuid]);
  await rows("UPDATE event_completions SET check_at = now()");
  const [event] = await waitFor(async () => (await announced()).length > 0 && announced(), { what: "the announcement" });
  const { type, data } = JSON.parse(String(event?.body));
  expect([type, data]).toEqual([
    "hooklane.event.completed",
    {
      event_id: id,
      event_type: "told.made",
      accepted_at: expect.stringMatching(/Z$/),
      completed_at: "2026-12-01T00:00:00.000Z",
      deliveries: 1,
      delivered: 1,
      dead: 0,
    },
  ]);
  const deliveries = await rows("SELECT subscription_id AS id, state FROM deliveries WHERE event_id = $1", [event?.id]);
  expect(deliveries).toEqual([{ id: parsePublicId("subscription", listening.json.id), state: "pending" }]);
  expect(made.status).toBe(201);
  expect(await waiting()).toEqual([]);
  await send("quiet.made", 1);
  expect(await waiting()).toEqual([]);
});
