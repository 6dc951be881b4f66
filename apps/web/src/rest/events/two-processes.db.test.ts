import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type SpawnedWeb, spawnWeb } from "../../test-support/spawn-web.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let other: SpawnedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
  other = await spawnWeb(web);
  const body = { url: "http://127.0.0.1:9000/", event_types: ["*"] };
  expect((await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).status).toBe(201);
  // The other process follows within a second
  await waitFor(async () => (await post(other, { type: "warm.up", payload: 1 })).json.deliveries === 1, { what: "the other index" });
});
afterAll(async () => {
  await other.kill();
  await web.stop();
});

const post = (to: { baseUrl: string }, body: unknown): Promise<Reply> => call(to, "POST", "/v1/events", { key: tenant.apiKey, body });
/** Deliveries of each event of a type, by key. */
const booked = async (type: string): Promise<{ key: string; events: number; deliveries: number }[]> =>
  (
    await web.owner.query(
      `SELECT e.idempotency_key AS key, count(DISTINCT e.id)::int AS events, count(d.id)::int AS deliveries
       FROM events e LEFT JOIN deliveries d ON d.event_id = e.id WHERE e.type = $1 GROUP BY 1 ORDER BY 1`,
      [type],
    )
  ).rows;

test("C41: fifty at once with one key over two processes make one event with one delivery, and all are told the same", async () => {
  const event = { type: "both.once", payload: { n: 1 }, idempotency_key: "fifty" };
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => post(i % 2 === 0 ? web : other, event)));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(202);
  expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(await booked("both.once")).toEqual([{ key: "fifty", events: 1, deliveries: 1 }]);
});

test("C41, FT3: a web process that is killed while it accepts leaves whole events or none, and a retry elsewhere makes none twice", async () => {
  for (let round = 0; round < 2; round++) {
    const victim = await spawnWeb(web);
    const send = (i: number) =>
      post(victim, { type: "killed.mid", payload: i, idempotency_key: `r${round}-${String(i).padStart(3, "0")}` });
    const answered = new Set<number>();
    const sending = Array.from({ length: 60 }, (_, i) =>
      send(i).then(
        ({ status }) => status === 202 && answered.add(i),
        () => false,
      ),
    );
    await waitFor(() => answered.size > 0, { what: "a first answer" });
    await victim.kill();
    await Promise.all(sending);
    const retried = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        post(i % 2 === 0 ? web : other, { type: "killed.mid", payload: i, idempotency_key: `r${round}-${String(i).padStart(3, "0")}` }),
      ),
    );
    expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([202]));
    for (const i of answered) expect(retried[i]?.headers.get("idempotent-replayed")).toBe("true");
  }
  const books = await booked("killed.mid");
  expect(books).toHaveLength(120);
  expect(books.filter(({ events, deliveries }) => events !== 1 || deliveries !== 1)).toEqual([]);
}, 120_000);

test("C41: an answer that was lost with the database's connection is found by the retry", async () => {
  const keyed = (i: number) => ({ type: "lost.answer", payload: i, idempotency_key: `lost-${i}` });
  const sent = Array.from({ length: 20 }, (_, i) => post(web, keyed(i)));
  web.gate.shut();
  const first = await Promise.all(sent);
  expect(first.filter(({ status }) => status !== 202 && status !== 503)).toEqual([]);
  web.gate.open();
  await waitFor(async () => (await post(web, { type: "is.back", payload: 1 })).status === 202, { what: "the database" });
  const retried = await Promise.all(Array.from({ length: 20 }, (_, i) => post(i % 2 === 0 ? web : other, keyed(i))));
  for (const [i, reply] of retried.entries()) {
    expect(reply.status).toBe(202);
    if (first[i]?.status === 202) expect(reply.json).toEqual(first[i]?.json);
  }
  expect((await booked("lost.answer")).map(({ events, deliveries }) => [events, deliveries])).toEqual(Array(20).fill([1, 1]));
});
