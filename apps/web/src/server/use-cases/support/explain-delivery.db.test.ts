import { parsePublicId } from "@hooklane/contracts";
import { Admission, defaultPolicyConfig, type StoredLane } from "@hooklane/core";
import { storeLaneStates } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";
import { explainDelivery } from "./explain-delivery.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant("team");
});
afterAll(() => web.stop());

async function sendOne(path: string): Promise<{ id: string; subscriptionId: string; dlv: string }> {
  const body = { url: `http://127.0.0.1:9/${path}?token=canary`, event_types: ["*"] };
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body });
  const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
  const dlv = sent.json.delivery_id;
  return { dlv, id: parsePublicId("delivery", dlv) as string, subscriptionId: parsePublicId("subscription", created.json.id) as string };
}

async function explain(id: string) {
  const result = await explainDelivery(web.container, id);
  if (!result.ok) throw new Error(result.detail);
  return result.value;
}

test("every policy is named in the order of admission, with what it says and its numbers", async () => {
  const { id, dlv } = await sendOne("fresh");
  const explained = await explain(id);
  expect(explained).toMatchObject({
    delivery: { id: dlv, state: "pending", class: "first" },
    tenant: { plan: "team" },
    endpoint: { host: "127.0.0.1:9", state: "active" },
    owned: false,
    summary: expect.stringContaining("No live worker owns its shard"),
    observed_at: null,
  });
  expect(explained.gates.map(({ gate }) => gate)).toEqual(
    new Admission(defaultPolicyConfig).explain(id, 0).verdicts.map(({ policy }) => policy),
  );
  for (const { gate, passes, numbers } of explained.gates) expect([gate, passes, numbers.length > 0]).toEqual([gate, true, true]);
  expect(JSON.stringify(explained)).not.toContain("canary");
});

test("what is stored of the lane decides: an open circuit refuses until its probe", async () => {
  const { id, subscriptionId } = await sendOne("broken");
  const until = web.container.now() + 20_000;
  const admission = new Admission(defaultPolicyConfig);
  admission.adoptOpen({ scope: "lane", id: subscriptionId, level: 0, until, at: web.container.now() }, web.container.now());
  const state = admission.exportLane(subscriptionId, web.container.now()) as StoredLane;
  await storeLaneStates(web.owner, [{ subscriptionId, state, live: null, configError: null }]);
  const [refused, ...others] = (await explain(id)).gates.filter(({ passes }) => !passes);
  expect(refused).toMatchObject({ gate: "breaker", reason: "circuit_open", until: new Date(until).toISOString(), numbers: "open" });
  expect(others).toEqual([]);
});

test("what staff changed of the plan and of the host is what the decision is made with", async () => {
  const { id } = await sendOne("limited");
  await web.owner.query(`UPDATE tenants SET plan_override = '{"lane_cap": 7, "tenant_in_flight": 33}' WHERE id = $1`, [tenant.tenantId]);
  await web.owner.query("INSERT INTO host_limits (host, cap) VALUES ('127.0.0.1:9', 3)");
  const numbers = new Map((await explain(id)).gates.map((gate) => [gate.gate, gate.numbers]));
  expect(numbers.get("lane")).toContain("plan cap 7");
  expect(numbers.get("tenant")).toContain("plan allows 33 in flight");
  expect(numbers.get("host")).toContain("0 of 3 in flight");
});

test("a delivery that is over says how it ended, and asks no policy", async () => {
  const { id } = await sendOne("over");
  await web.owner.query("UPDATE deliveries SET state = 'dead', reason = 'expired', finished_at = now() WHERE id = $1", [id]);
  expect(await explain(id)).toMatchObject({ gates: [], summary: expect.stringMatching(/^Dead since .*: expired/) });
});

test("an unknown delivery is not found", async () => {
  expect(await explainDelivery(web.container, "0193b1f0-7a5e-7cc1-8d2e-000000000000")).toMatchObject({ ok: false, code: "not_found" });
});
