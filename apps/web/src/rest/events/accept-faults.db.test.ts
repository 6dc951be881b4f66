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

const post = (type: string, payload: unknown = 1): Promise<Reply> =>
  call(web, "POST", "/v1/events", { key: tenant.apiKey, body: { type, payload } });
const countOf = async (type: string): Promise<number> =>
  (await web.owner.query("SELECT count(*)::int AS n FROM events WHERE type = $1", [type])).rows[0].n;

test("a row that the database refuses fails its own request alone, however many were in its batch", async () => {
  await web.owner.query("ALTER TABLE events ADD CONSTRAINT no_poison CHECK (type <> 'poison.pill') NOT VALID");
  const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => post(i % 20 === 7 ? "poison.pill" : "healthy.one")));
  await web.owner.query("ALTER TABLE events DROP CONSTRAINT no_poison");
  const statuses = replies.map((reply, i) => (i % 20 === 7 ? ["poison", reply.status] : ["healthy", reply.status]).join(" "));
  expect(new Set(statuses)).toEqual(new Set(["healthy 202", "poison 500"]));
  expect(await countOf("healthy.one")).toBe(57);
  const poisoned = replies[7] as Reply;
  expect(poisoned.json).toMatchObject({ code: "internal", request_id: poisoned.headers.get("x-request-id") });
  expect(poisoned.text).not.toMatch(/no_poison|constraint|events/); // nothing of the database's own words
});

test("C72: while the database is gone the answer is 503 with Retry-After and never 202; afterwards events are taken again without a hand", async () => {
  web.gate.shut();
  const replies = await Promise.all(Array.from({ length: 20 }, () => post("outage.one")));
  for (const reply of replies) {
    expect([reply.status, reply.json.code, reply.headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
  }
  expect((await call(web, "GET", "/livez")).status).toBe(200);
  expect((await call(web, "GET", "/readyz")).status).toBe(503);
  expect((await call(web, "GET", "/v1/subscriptions", { key: tenant.apiKey })).status).toBe(503);
  web.gate.open();
  await waitFor(async () => (await post("outage.over")).status === 202, { what: "an accepted event" });
  await waitFor(async () => (await call(web, "GET", "/readyz")).status === 200, { what: "readiness" });
  expect(await countOf("outage.one")).toBe(0);
});

test("an outage is logged when it begins and when it ends, and not with every request", async () => {
  const before = web.logged.length;
  web.gate.shut();
  for (let i = 0; i < 30; i++) expect((await post("quiet.outage")).status).toBe(503);
  const lines = web.logged.slice(before).filter((line) => JSON.parse(line).level >= 40);
  expect(lines.length).toBeLessThan(10);
  web.gate.open();
  await waitFor(async () => (await post("quiet.over")).status === 202, { what: "an accepted event" });
});

test("a commit that the database waits with is not answered before it is done", async () => {
  const blocker = await web.owner.connect();
  await blocker.query("BEGIN");
  await blocker.query("LOCK TABLE events IN EXCLUSIVE MODE");
  let isAnswered = false;
  const sent = post("waits.long").finally(() => {
    isAnswered = true;
  });
  await waitFor(
    async () =>
      (await web.owner.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO events%'"))
        .rowCount === 1,
    { what: "the insert to wait" },
  );
  expect(isAnswered).toBe(false);
  await blocker.query("COMMIT");
  blocker.release();
  expect((await sent).status).toBe(202);
  expect(await countOf("waits.long")).toBe(1);
});

test("a missing partition is the installation's fault: 503, and nothing is bisected", async () => {
  const name = (await web.owner.query("SELECT 'events_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') AS name")).rows[0].name;
  const { rows } = await web.owner.query("SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relname = $1", [name]);
  await web.owner.query(`ALTER TABLE events DETACH PARTITION ${name}`);
  expect((await post("no.partition")).status).toBe(503);
  await web.owner.query(`ALTER TABLE events ATTACH PARTITION ${name} ${rows[0].bound}`);
  expect((await post("no.partition")).status).toBe(202);
});
