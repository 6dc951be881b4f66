import { parsePublicId } from "@hooklane/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let subscription: string;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
});
afterAll(() => web.stop());
beforeEach(async () => {
  subscription = await subscribe();
});

const get = (path: string): Promise<Reply> => call(web, "GET", path, { key: tenant.apiKey });
const post = (path: string, body?: unknown): Promise<Reply> =>
  call(web, "POST", path, { key: tenant.apiKey, ...(body !== undefined && { body }) });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const whole = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
const replay = (body: unknown, of = subscription): Promise<Reply> => post(`/v1/subscriptions/${of}/replay`, body);

async function subscribe(more: Record<string, unknown> = {}): Promise<string> {
  return (await post("/v1/subscriptions", { url: "http://127.0.0.1:9/hook", event_types: ["*"], ...more })).json.id;
}

/** Posts an event for this test's subscription alone, whose delivery came to this end. */
async function deliver(state: "dead" | "delivered" | "pending" = "dead", type = "order.paid"): Promise<string> {
  await rows("UPDATE subscriptions SET state = 'paused' WHERE id <> $1 AND state = 'active'", [uuid(subscription)]);
  await post("/v1/events", { type, payload: 1 });
  const { id } = (await get(`/v1/subscriptions/${subscription}/deliveries?limit=1`)).json.data[0];
  await rows("UPDATE deliveries SET state = $2, attempt = 1, finished_at = CASE WHEN $2 <> 'pending' THEN now() END WHERE id = $1", [
    parsePublicId("delivery", id),
    state,
  ]);
  return id;
}

const uuid = (id: string): string => parsePublicId("subscription", id) as string;
const deliveries = async () => (await get(`/v1/subscriptions/${subscription}/deliveries`)).json.data;

test("C45: replaying one delivery makes a new one of the next generation, and each says which is the other's", async () => {
  const id = await deliver();
  const replayed = await post(`/v1/deliveries/${id}/replay`);
  expect([replayed.status, replayed.json]).toEqual([202, { delivery_id: expect.stringMatching(/^dlv_/) }]);
  const fresh = (await get(`/v1/deliveries/${replayed.json.delivery_id}`)).json;
  const original = (await get(`/v1/deliveries/${id}`)).json;
  expect(fresh).toMatchObject({ state: "pending", generation: 2, replay_of: id, attempt_count: 0, event_id: original.event_id });
  expect(original).toMatchObject({ state: "dead", generation: 1, replay_of: null, replayed_by: fresh.id, attempt_count: 1 });
  expect(Date.parse(fresh.deadline_at) - Date.now()).toBeGreaterThan(86_000_000);
  const event = (await get(`/v1/events/${original.event_id}`)).json;
  expect(event.deliveries.map((row: { id: string; generation: number }) => [row.id, row.generation])).toContainEqual([fresh.id, 2]);
});

test("C45: a double click answers the same new delivery, one that was delivered can be replayed, and so can a replay", async () => {
  const id = await deliver("delivered");
  const clicks = await Promise.all([1, 2, 3].map(() => post(`/v1/deliveries/${id}/replay`)));
  expect(clicks.map(({ status }) => status)).toEqual([202, 202, 202]);
  const [fresh] = clicks.map(({ json }) => json.delivery_id) as [string];
  expect(new Set(clicks.map(({ json }) => json.delivery_id)).size).toBe(1);
  await rows("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [parsePublicId("delivery", fresh)]);
  const third = (await post(`/v1/deliveries/${fresh}/replay`)).json.delivery_id;
  expect((await get(`/v1/deliveries/${third}`)).json).toMatchObject({ generation: 3, replay_of: fresh });
});

test("what cannot be replayed is refused with a code that says why", async () => {
  const refused = async (id: string) => {
    const { status, json } = await post(`/v1/deliveries/${id}/replay`);
    return [status, json.code];
  };
  expect(await refused(await deliver("pending"))).toEqual([409, "delivery_not_final"]);
  const id = await deliver();
  const { event_id: eventId } = (await get(`/v1/deliveries/${id}`)).json;
  await rows("UPDATE events SET body = NULL, erased_at = now() WHERE id = $1", [parsePublicId("event", eventId)]);
  expect(await refused(id)).toEqual([410, "payload_gone"]);
  const other = await deliver();
  await rows("UPDATE subscriptions SET state = 'disabled' WHERE id = $1", [uuid(subscription)]);
  expect(await refused(other)).toEqual([409, "subscription_disabled"]);
  expect((await replay(whole)).json.code).toBe("subscription_disabled");
  expect((await replay({ ...whole, dry_run: true })).json.code).toBe("subscription_disabled");
  await call(web, "DELETE", `/v1/subscriptions/${subscription}`, { key: tenant.apiKey });
  expect(await refused(other)).toEqual([409, "subscription_deleted"]);
  expect((await replay(whole)).status).toBe(404);
});

test("a dry run tells how many, how old and how long, and makes nothing", async () => {
  const oldest = await deliver();
  for (let i = 0; i < 2; i++) await deliver();
  await deliver("delivered");
  await deliver("pending");
  const planned = await replay({ ...whole, dry_run: true });
  const { accepted_at } = (await get(`/v1/deliveries/${oldest}`)).json;
  expect([planned.status, planned.json]).toEqual([
    200,
    { selected: 3, exact: true, estimated_seconds: 1, own_rate_per_second: 50, oldest_at: accepted_at },
  ]);
  expect((await replay({ ...whole, states: ["dead", "delivered"], dry_run: true })).json.selected).toBe(4);
  expect((await replay({ ...whole, types: ["order.sent"], dry_run: true })).json).toEqual({
    selected: 0,
    exact: true,
    estimated_seconds: 0,
    own_rate_per_second: expect.any(Number),
    oldest_at: null,
  });
  expect(await rows("SELECT id FROM replay_jobs WHERE subscription_id = $1", [uuid(subscription)])).toEqual([]);
  expect(await deliveries()).toHaveLength(5);
});

test("a bulk replay is a job, made together with its first step and its audit row, and the same click twice is the same job", async () => {
  await deliver();
  const started = await replay(whole);
  const { job_id: jobId } = started.json;
  expect([started.status, started.headers.get("location")]).toEqual([202, `/v1/jobs/${jobId}`]);
  expect((await replay({ ...whole, states: ["dead"] })).json).toEqual({ job_id: jobId });
  const id = parsePublicId("job", jobId);
  expect(await rows("SELECT data FROM pgboss.job WHERE name = 'replay' AND data->>'job_id' = $1", [id])).toEqual([
    { data: { job_id: id, step: 0 } },
  ]);
  expect(
    await rows("SELECT after->>'job_id' AS job, actor_kind FROM audit_log WHERE action = 'replay.start' AND target_id = $1", [
      uuid(subscription),
    ]),
  ).toEqual([{ job: jobId, actor_kind: "api_key" }]);
  expect((await get(`/v1/jobs/${jobId}`)).json).toEqual({
    id: jobId,
    kind: "replay",
    subscription_id: subscription,
    state: "queued",
    failure: null,
    since: "2026-01-01T00:00:00.000Z",
    until: "2099-01-01T00:00:00.000Z",
    types: null,
    states: ["dead"],
    selected: 0,
    queued: 0,
    delivered: 0,
    dead: 0,
    pending: 0,
    cancelled: 0,
    rate_per_second: 0,
    max_rate_per_second: null,
    eta_seconds: null,
    created_at: expect.any(String),
    started_at: null,
    finished_at: null,
  });
});

test.each([
  ["nothing", {}, "since"],
  ["no until", { since: whole.since }, "until"],
  ["C45: since after until", { since: whole.until, until: whole.since }, "until"],
  ["an empty range", { since: whole.since, until: whole.since }, "until"],
  ["a time without an offset", { ...whole, since: "2026-01-01T00:00:00" }, "since"],
  ["a state that is not final", { ...whole, states: ["pending"] }, "states.0"],
  ["no states", { ...whole, states: [] }, "states"],
  ["no types", { ...whole, types: [] }, "types"],
  ["a bad type", { ...whole, types: ["order..paid"] }, "types.0"],
  ["a misspelt member", { ...whole, state: ["dead"] }, "state"],
  ["a dry run that is no boolean", { ...whole, dry_run: "yes" }, "dry_run"],
])("%s is 422, naming the member, and makes no job", async (_, body, field) => {
  const refused = await replay(body);
  expect([refused.status, refused.json.code, refused.json.field]).toEqual([422, "unprocessable", field]);
  expect(await rows("SELECT id FROM replay_jobs WHERE subscription_id = $1", [uuid(subscription)])).toEqual([]);
});

test("a job is paused, resumed and cancelled, each with the step that does it and an audit row; asking twice changes nothing; what is over stays so", async () => {
  await deliver();
  const { job_id: jobId } = (await replay(whole)).json;
  const id = parsePublicId("job", jobId);
  const verb = async (name: string) => {
    const { status, json } = await post(`/v1/jobs/${jobId}/${name}`);
    return [status, json.state ?? json.code];
  };
  const steps = async () =>
    (await rows("SELECT (data->>'step')::int AS step FROM pgboss.job WHERE data->>'job_id' = $1 ORDER BY 1", [id])).map(({ step }) => step);
  expect(await verb("resume")).toEqual([200, "queued"]);
  expect(await verb("pause")).toEqual([200, "paused"]);
  expect(await verb("pause")).toEqual([200, "paused"]);
  expect(await steps()).toEqual([0, 1]);
  expect(await verb("resume")).toEqual([200, "queued"]);
  expect(await verb("cancel")).toEqual([200, "cancelled"]);
  expect(await verb("cancel")).toEqual([200, "cancelled"]);
  expect(await verb("pause")).toEqual([409, "job_ended"]);
  expect(await verb("resume")).toEqual([409, "job_ended"]);
  expect(await steps()).toEqual([0, 1, 2, 3]);
  const trail = await rows("SELECT action FROM audit_log WHERE target_id = $1 ORDER BY id", [id]);
  expect(trail.map(({ action }) => action)).toEqual(["replay.pause", "replay.resume", "replay.cancel"]);
});

test("C46: a chosen rate is kept with the job, counts in its plan and its time, and can be changed until it is over, each time on the record", async () => {
  for (let i = 0; i < 3; i++) await deliver();
  const plan = async (rate: object) => (await replay({ ...whole, ...rate, dry_run: true })).json;
  const own = await plan({});
  expect(own).toMatchObject({ selected: 3, estimated_seconds: 1 });
  expect(own.own_rate_per_second).toBeGreaterThan(3);
  expect(await plan({ max_rate_per_second: 1 })).toEqual({ ...own, estimated_seconds: 3 });
  expect(await plan({ max_rate_per_second: 10_000 })).toEqual(own);
  const { job_id: jobId } = (await replay({ ...whole, max_rate_per_second: 4 })).json;
  const id = parsePublicId("job", jobId);
  await rows("UPDATE replay_jobs SET state = 'running', selected = 100, rate_per_s = 20 WHERE id = $1", [id]);
  expect((await get(`/v1/jobs/${jobId}`)).json).toMatchObject({ max_rate_per_second: 4, eta_seconds: 25 });
  const patch = (rate: unknown) => call(web, "PATCH", `/v1/jobs/${jobId}`, { key: tenant.apiKey, body: { max_rate_per_second: rate } });
  expect((await patch(2.5)).json).toMatchObject({ max_rate_per_second: 2.5, eta_seconds: 40 });
  expect((await patch(2.5)).status).toBe(200);
  expect((await patch(null)).json).toMatchObject({ max_rate_per_second: null, eta_seconds: 5 });
  for (const rate of [0, -1, 0.5, 10_001, "5"]) expect([rate, (await patch(rate)).json.field]).toEqual([rate, "max_rate_per_second"]);
  const trail = await rows("SELECT before, after FROM audit_log WHERE target_id = $1 AND action = 'replay.set_rate' ORDER BY id", [id]);
  expect(trail).toEqual([
    { before: { max_rate_per_second: 4 }, after: { max_rate_per_second: 2.5 } },
    { before: { max_rate_per_second: 2.5 }, after: { max_rate_per_second: null } },
  ]);
  const steps = await rows("SELECT (data->>'step')::int AS step FROM pgboss.job WHERE data->>'job_id' = $1 ORDER BY 1", [id]);
  expect(steps).toEqual([{ step: 0 }, { step: 1 }, { step: 2 }]);
  await post(`/v1/jobs/${jobId}/cancel`);
  expect((await patch(5)).json.code).toBe("job_ended");
});

test("a job's counts add up at every moment, and it is completed as soon as all of its deliveries are final", async () => {
  const { job_id: jobId } = (await replay(whole)).json;
  const id = parsePublicId("job", jobId);
  const at = async (fields: string, counts: [number, number, number]) => {
    await rows(`UPDATE replay_jobs SET ${fields} WHERE id = $1`, [id]);
    await rows(
      "INSERT INTO replay_counts VALUES ($1, $2, $3, $4) ON CONFLICT (job_id) DO UPDATE SET delivered = $2, dead = $3, cancelled = $4",
      [id, ...counts],
    );
    const { json } = await get(`/v1/jobs/${jobId}`);
    expect(json.delivered + json.dead + json.pending + json.cancelled).toBe(json.selected);
    return json;
  };
  expect(await at("state = 'running', selected = 100, queued = 40, rate_per_s = 7, started_at = now()", [20, 5, 0])).toMatchObject({
    state: "running",
    pending: 75,
    rate_per_second: 7,
    eta_seconds: 11,
  });
  expect(await at("state = 'cancelled'", [20, 5, 14])).toMatchObject({ state: "cancelled", pending: 1, cancelled: 74 });
  expect(await at("state = 'running', queued = 100, fed_at = now()", [20, 79, 0])).toMatchObject({ state: "running", pending: 1 });
  expect(await at("state = 'running'", [20, 80, 0])).toMatchObject({
    state: "completed",
    pending: 0,
    eta_seconds: 0,
    finished_at: expect.any(String),
  });
});
