import { MAX_SEARCH_CHARACTERS, parsePublicId, publicId, type SearchHit } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import { writeAttempt } from "../../../test-support/write-attempt.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
const browsers: Browser[] = [];
const tenants: CreatedTenant[] = [];
const ids: Record<string, string>[] = [];

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  for (const name of ["mine", "theirs"]) {
    const tenant = await web.newTenant();
    const { apiKey: key } = tenant;
    const endpoint = await call(web, "POST", "/v1/subscriptions", {
      key,
      body: { url: `http://127.0.0.1:9/${name}`, event_types: ["*"], description: `Warehouse of ${name}` },
    });
    await call(web, "POST", "/v1/event-types", { key, body: { name: "order.paid" } });
    const sent = await call(web, "POST", `/v1/subscriptions/${endpoint.json.id}/test`, { key });
    const deliveryUuid = parsePublicId("delivery", sent.json.delivery_id) as string;
    await writeAttempt(web, deliveryUuid, 1);
    await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [deliveryUuid]);
    const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
    const started = await call(web, "POST", `/v1/subscriptions/${endpoint.json.id}/replay`, { key, body: range });
    const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1", [tenant.tenantId]);
    const browser = new Browser(web);
    await browser.signIn(tenant.email, tenant.password);
    browsers.push(browser);
    tenants.push(tenant);
    ids.push({
      event: sent.json.event_id,
      delivery: sent.json.delivery_id,
      attempt: `${sent.json.delivery_id.replace("dlv", "att")}_1`,
      endpoint: endpoint.json.id,
      job: started.json.job_id,
      key: publicId("key", rows[0].id),
    });
  }
});
afterAll(() => web.stop());

const find = async (text: string): Promise<SearchHit[]> => {
  const tenantId = publicId("tenant", (tenants[0] as CreatedTenant).tenantId);
  return (await (browsers[0] as Browser).query("search.find", { tenantId, text })).json.result.data;
};

test.each(["event", "delivery", "attempt", "endpoint", "job", "key"] as const)(
  "a whole id, or its beginning, finds the %s of one's own",
  async (kind) => {
    const own = ids[0]?.[kind] as string;
    expect(await find(own)).toMatchObject([{ kind, id: own }]);
    expect(await find(own.toUpperCase())).toMatchObject([{ kind, id: own }]);
    const begun = await find(own.slice(0, 7));
    expect(begun.map(({ id }) => id)).toContain(own);
    expect(begun.map(({ id }) => id)).not.toContain(ids[1]?.[kind]);
  },
);

test.each(["event", "delivery", "attempt", "endpoint", "job", "key"] as const)(
  "C58: another tenant's %s is not found, by no part of its id",
  async (kind) => {
    const theirs = ids[1]?.[kind] as string;
    for (const text of [theirs, theirs.slice(0, -1)]) expect((await find(text)).map(({ id }) => id)).not.toContain(theirs);
  },
);

test("an endpoint is found by its URL and its description, an event type by its name, each of one's own alone", async () => {
  expect((await find("/mine")).map(({ id }) => id)).toEqual([ids[0]?.endpoint]);
  expect((await find("warehouse")).map(({ id }) => id)).toEqual([ids[0]?.endpoint]);
  expect(await find("/theirs")).toEqual([]);
  expect(await find("order.p")).toMatchObject([{ kind: "event_type", id: "order.paid" }]);
  expect(await find("100%_")).toEqual([]); // what a pattern would take for anything is taken as it is
});

test("what is no text to search for is refused, naming it: nothing, spaces, more than an id or a URL part can be, another member, and what cannot be kept", async () => {
  const tenantId = publicId("tenant", (tenants[0] as CreatedTenant).tenantId);
  const ask = async (input: object) => (await browsers[0]?.query("search.find", { tenantId, ...input }))?.json.error?.data;
  const named = { text: expect.any(String) };
  for (const text of ["", "   ", "x".repeat(MAX_SEARCH_CHARACTERS + 1), 5, null])
    expect([text, await ask({ text })]).toMatchObject([text, { httpStatus: 400, problem: "unprocessable", fieldErrors: named }]);
  expect(await ask({})).toMatchObject({ httpStatus: 400, fieldErrors: named });
  expect(await ask({ text: "order\u0000" })).toMatchObject({ problem: "unprocessable", fieldErrors: named });
  expect(await ask({ text: "order", kind: "event" })).toMatchObject({ httpStatus: 400 });
  expect(await ask({ text: "x".repeat(MAX_SEARCH_CHARACTERS) })).toBeUndefined();
});
