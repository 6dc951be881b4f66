import { parsePublicId, publicId } from "@hooklane/contracts";
import { storeLaneWaits, uuidTime } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import { writeAttempt } from "../../../test-support/write-attempt.ts";

let web: StartedWeb;
let browser: Browser;
let tenantId: string;
let deliveryId: string;
let subscriptionId: string;
let createdMs: number;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  const tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
  const body = { url: "http://127.0.0.1:9/", event_types: ["*"] };
  const endpointId = (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json.id;
  deliveryId = (await call(web, "POST", `/v1/subscriptions/${endpointId}/test`, { key: tenant.apiKey, body: {} })).json.delivery_id;
  subscriptionId = parsePublicId("subscription", endpointId) as string;
  createdMs = uuidTime(parsePublicId("delivery", deliveryId) as string);
});
afterAll(() => web.stop());

const told = async () => {
  const { waits } = (await browser.query("deliveries.get", { tenantId, deliveryId })).json.result.data;
  return waits.map(({ reason, from, to, limit }: { reason: string; from: string; to: string | null; limit: number | null }) => ({
    reason,
    limit,
    fromMs: Date.parse(from) - createdMs,
    toMs: to === null ? null : Date.parse(to) - createdMs,
  }));
};

test("the detail of a pending delivery ends with the wait that goes on", async () => {
  expect((await told()).at(-1)).toMatchObject({ reason: "due_now", toMs: null });
});

test("the detail tells what the lane was refused for while the delivery waited, and its schedule between attempts", async () => {
  const uuid = parsePublicId("delivery", deliveryId) as string;
  const at = (ms: number) => new Date(createdMs + ms);
  const wait = { subscriptionId, isOpen: false, times: 1, untilMs: null } as const;
  await storeLaneWaits(web.container.pool, [
    { ...wait, class: "first", reason: "lane_full", limit: 20, beganMs: createdMs - 9_000, lastMs: createdMs + 31_000 },
    { ...wait, class: "first", reason: "circuit_open", limit: null, beganMs: createdMs + 40_000, lastMs: createdMs + 300_000 },
    { ...wait, class: "retry", reason: "circuit_open", limit: null, beganMs: createdMs + 40_000, lastMs: createdMs + 290_000 },
  ]);
  await writeAttempt(web, uuid, 1, { started_at: at(31_000), duration_ms: 100, next_due_at: at(60_000) });
  await writeAttempt(web, uuid, 2, { started_at: at(290_000), outcome: "delivered", cause: "ok", status: 200, duration_ms: 100 });
  await web.owner.query("UPDATE deliveries SET state = 'delivered', attempt = 2, class = 'retry', finished_at = $2 WHERE id = $1", [
    uuid,
    at(290_100),
  ]);
  expect(await told()).toEqual([
    { reason: "lane_full", limit: 20, fromMs: 0, toMs: 31_000 },
    { reason: "retry_scheduled", limit: null, fromMs: 31_100, toMs: 60_000 },
    { reason: "circuit_open", limit: null, fromMs: 60_000, toMs: 290_000 },
  ]);
});
