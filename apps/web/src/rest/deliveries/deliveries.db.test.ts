import { parsePublicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import { writeAttempt } from "../../test-support/write-attempt.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let subscription: string;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
  subscription = await subscribe();
});
afterAll(() => web.stop());

const get = (path: string): Promise<Reply> => call(web, "GET", path, { key: tenant.apiKey });
const list = (query = ""): Promise<Reply> => get(`/v1/subscriptions/${subscription}/deliveries${query}`);
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;

async function subscribe(): Promise<string> {
  return (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: { url: "http://127.0.0.1:9000/", event_types: ["*"] } }))
    .json.id;
}

/** Posts an event and answers its one delivery. */
async function deliver(type: string): Promise<{ id: string; uuid: string; eventId: string }> {
  const accepted = await call(web, "POST", "/v1/events", { key: tenant.apiKey, body: { type, payload: 1 } });
  const found = await list(`?type=${type}&limit=1`);
  const id = found.json.data[0].id;
  return { id, uuid: parsePublicId("delivery", id) as string, eventId: accepted.json.event_id };
}

const attempt = (uuid: string, number: number, more: Record<string, unknown>): Promise<void> => writeAttempt(web, uuid, number, more);

test("a delivery shows its attempts, each with what was sent and what came back", async () => {
  const { id, uuid, eventId } = await deliver("shown.whole");
  await attempt(uuid, 1, { dns_ms: 1, remote_address: "192.0.2.1" });
  await attempt(uuid, 2, { status: null, response_headers: null, response_body: null, error: "connect ECONNREFUSED", cause: "connection" });
  await rows(
    "UPDATE deliveries SET attempt = 2, last_status = 500, last_error = 'refused', next_attempt_at = now() + interval '1 hour' WHERE id = $1",
    [uuid],
  );
  const { json } = await get(`/v1/deliveries/${id}`);
  expect(json).toMatchObject({
    id,
    event_id: eventId,
    subscription_id: subscription,
    event_type: "shown.whole",
    state: "pending",
    generation: 1,
    replay_of: null,
    attempt_count: 2,
    last_status: 500,
    last_error: "refused",
    waiting_reason: "retry_scheduled",
    dead_reason: null,
    finished_at: null,
  });
  expect(json.attempts).toMatchObject([
    {
      id: `att_${id.slice(4)}_1`,
      number: 1,
      status: 500,
      timings: { dns_ms: 1, connect_ms: null },
      request: { headers: [["webhook-id", "evt_1"]] },
      response: { headers: [["x-café", "naïve"]], body: "oops", truncated: false },
    },
    { number: 2, status: null, response: null, error: "connect ECONNREFUSED" },
  ]);
  expect((await list("?type=shown.whole")).json.data).toEqual([json]);
});

test("an answer's bytes are shown as they were: text as text, anything else in base64 too, cut texts without half a character", async () => {
  const { id, uuid } = await deliver("shown.bytes");
  await attempt(uuid, 1, { response_body: Buffer.from([0xff, 0x00, 0x41]) });
  await attempt(uuid, 2, { response_body: Buffer.from("x\0y") });
  await attempt(uuid, 3, { response_body: Buffer.from("abé").subarray(0, 3), body_truncated: true });
  const [binary, nul, cut] = (await get(`/v1/deliveries/${id}`)).json.attempts;
  expect(Buffer.from(binary.response.body_base64, "base64")).toEqual(Buffer.from([0xff, 0x00, 0x41]));
  expect([nul.response.body, nul.response.body_base64]).toEqual(["x\0y", undefined]);
  expect([cut.response.body, cut.response.body_base64, cut.response.truncated]).toEqual(["ab", undefined, true]);
});

test("lists show the beginning of a long answer and say that there is more", async () => {
  const { id, uuid } = await deliver("shown.long");
  await attempt(uuid, 1, { response_body: Buffer.from("é".repeat(4_000)) });
  const listed = (await list("?type=shown.long")).json.data[0].attempts[0].response;
  expect([listed.body, listed.truncated]).toEqual(["é".repeat(512), true]);
  const whole = (await get(`/v1/deliveries/${id}`)).json.attempts[0].response;
  expect([whole.body, whole.truncated]).toEqual(["é".repeat(4_000), false]);
});

test("a waiting delivery says why: due now, what refused its lane last, or its paused subscription; a dead one why it ended", async () => {
  const { id, uuid } = await deliver("why.waits");
  const reasons = async () => {
    const { waiting_reason, dead_reason, next_attempt_at } = (await get(`/v1/deliveries/${id}`)).json;
    return [waiting_reason, dead_reason, next_attempt_at !== null];
  };
  expect(await reasons()).toEqual(["due_now", null, true]);
  const live = { refusals: { first: { reason: "host_full", until: null, endedBy: "permit_released" } } };
  const subscriptionOf = "(SELECT subscription_id FROM deliveries WHERE id = $1)";
  await rows(`INSERT INTO lane_states (subscription_id, state, live) VALUES (${subscriptionOf}, '{}', $2)`, [uuid, JSON.stringify(live)]);
  expect(await reasons()).toEqual(["host_full", null, true]);
  await call(web, "POST", `/v1/subscriptions/${subscription}/pause`, { key: tenant.apiKey });
  expect(await reasons()).toEqual(["subscription_paused", null, true]);
  await call(web, "POST", `/v1/subscriptions/${subscription}/resume`, { key: tenant.apiKey });
  await rows("UPDATE deliveries SET state = 'dead', reason = 'terminal_status', finished_at = now() WHERE id = $1", [uuid]);
  expect(await reasons()).toEqual([null, "terminal_status", false]);
});

test("pages hold each delivery once, newest first; state, type and time narrow them", async () => {
  const own = await subscribe();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await deliver(`page.${i % 2}`)).eventId);
  const path = `/v1/subscriptions/${own}/deliveries`;
  const events = (reply: Reply): string[] => reply.json.data.map((row: { event_id: string }) => row.event_id);
  const first = await get(`${path}?limit=3`);
  const second = await get(`${path}?limit=3&cursor=${first.json.next_cursor}`);
  expect([...events(first), ...events(second)]).toEqual(ids);
  expect([first.json.has_more, second.json.has_more, second.json.next_cursor]).toEqual([true, false, null]);
  expect(events(await get(`${path}?type=page.1`))).toEqual([ids[1], ids[3]]);
  expect(events(await get(`${path}?state=pending,dead`))).toEqual(ids);
  expect(events(await get(`${path}?state=delivered`))).toEqual([]);
  const middle = (await get(path)).json.data[2].accepted_at;
  expect(events(await get(`${path}?since=${middle}`))).toContain(ids[2]);
  expect(events(await get(`${path}?until=${middle}`))).not.toContain(ids[2]);
  expect(events(await get(`${path}?since=1000-01-01T00:00:00Z&until=9999-12-31T23:59:59Z`))).toEqual(ids);
});

test.each(["state=lost", "since=yesterday", "type=a..b", "cursor=dlv_1", "limit=0", "order=asc"])(
  "the filter %s is refused by name",
  async (query) => {
    expect((await list(`?${query}`)).json).toMatchObject({ status: 400, code: "invalid_parameter", field: query.split("=")[0] });
  },
);

test("an event shows its deliveries by their states, and is complete when all have ended", async () => {
  const { id, uuid, eventId } = await deliver("event.read");
  await rows("UPDATE deliveries SET state = 'delivered', finished_at = '2026-12-01T00:00:00Z' WHERE id = $1", [uuid]);
  const path = `/v1/events/${eventId}`;
  expect((await get(path)).json).toMatchObject({
    id: eventId,
    type: "event.read",
    payload: 1,
    completed_at: null,
    fan_out: { state: "done", total: 2, done: 2 },
  });
  await rows(
    "UPDATE deliveries SET state = 'dead', reason = 'gone', finished_at = '2026-12-02T00:00:00Z' WHERE event_id = $1 AND id <> $2",
    [parsePublicId("event", eventId), uuid],
  );
  const { completed_at, deliveries } = (await get(path)).json;
  expect(completed_at).toBe("2026-12-02T00:00:00.000Z");
  expect(deliveries).toContainEqual({
    id,
    subscription_id: subscription,
    state: "delivered",
    generation: 1,
    attempt_count: 0,
    dead_reason: null,
  });
});
