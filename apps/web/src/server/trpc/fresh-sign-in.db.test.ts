import { randomUUID } from "node:crypto";
import { type FreshDemand, freshDemands, parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { everythingOf } from "../../test-support/everything-of.ts";
import { joinStaff, type StaffBrowser } from "../../test-support/join-staff.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { appRouter } from "./router.ts";

const demands = Object.keys(freshDemands) as FreshDemand[];

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let owner: Browser;
let staff: StaffBrowser;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  staff = await joinStaff(web);
});
afterAll(() => web.stop());
beforeEach(async () => {
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  owner = new Browser(web);
  await owner.signIn(tenant.email, tenant.password);
});

const asked = (demand: FreshDemand): Browser => (demand.startsWith("support.") ? staff.browser : owner);

/** Lets everybody's proof of who they are be this old. */
const age = (minutes: number) =>
  web.owner.query("UPDATE sessions SET authenticated_at = now() - $1::float8 * interval '1 minute'", [minutes]);

async function newEndpoint(): Promise<string> {
  const body = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
  return (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json.id;
}

async function newMember(): Promise<string> {
  const { userId } = await web.newTenant();
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'viewer')", [tenant.tenantId, userId]);
  return publicId("user", userId);
}

async function newInvitation(): Promise<string> {
  const answer = await owner.mutate("invitations.create", { tenantId, email: `${randomUUID()}@example.com`, role: "viewer" });
  return answer.json.result.data.id;
}

async function newFinding(): Promise<string> {
  const endpointId = await newEndpoint();
  await web.owner.query(
    "INSERT INTO capacity_findings (subscription_id, tenant_id, arrival_per_s, latency_p99_ms, needed, cap) VALUES ($1, $2, 1, 1, 9000, 1)",
    [parsePublicId("subscription", endpointId), tenant.tenantId],
  );
  return endpointId;
}

const inputs: Record<FreshDemand, () => Promise<Record<string, unknown>>> = {
  "secrets.reveal": async () => ({ tenantId, endpointId: await newEndpoint() }),
  "keys.create": async () => ({ tenantId, name: "CI", scopes: ["events:write"] }),
  "invitations.create": async () => ({ tenantId, email: "ada@example.com", role: "viewer" }),
  "invitations.resend": async () => ({ tenantId, invitationId: await newInvitation() }),
  "members.changeRole": async () => ({ tenantId, userId: await newMember(), role: "developer" }),
  "members.remove": async () => ({ tenantId, userId: await newMember() }),
  "workspace.delete": async () => ({ tenantId }),
  "support.changeLimits": async () => ({ tenantId, plan: "scale", override: {}, reason: "They asked for more room" }),
  "support.applyCapacity": async () => ({ endpointId: await newFinding() }),
};

test("every demand is of a procedure that there is", () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([, { _def }]) => _def.type === "mutation")
    .map(([path]) => path);
  expect(demands.filter((demand) => !mutations.includes(demand))).toEqual([]);
});

test.each(demands)(
  "S6, A5: %s is refused to whoever proved who they are more than ten minutes ago, and changes nothing",
  async (demand) => {
    const input = await inputs[demand]();
    await age(10.1);
    const before = await everythingOf(web, tenant.tenantId);
    const reply = await asked(demand).mutate(demand, input);
    expect([reply.status, reply.json.error.data.problem]).toEqual([403, "confirmation_needed"]);
    expect(reply.json.error.data.detail).toContain(freshDemands[demand]);
    expect(await everythingOf(web, tenant.tenantId)).toEqual(before);
  },
);

test.each(demands)("A5: %s is done for whoever proved it within ten minutes, or proves it now", async (demand) => {
  const input = await inputs[demand]();
  await age(demand === "keys.create" ? 9.9 : 60);
  const person = demand.startsWith("support.") ? staff : tenant;
  if (demand !== "keys.create") {
    const confirmed = await asked(demand).mutate("sessions.confirm", { current_password: person.password });
    expect(confirmed.status).toBe(200);
  }
  expect((await asked(demand).mutate(demand, input)).status).toBe(200);
});

test("what one leaves, lists and revokes is not asked for again, however long ago the sign-in was", async () => {
  const endpointId = await newEndpoint();
  const { id: keyId } = (await owner.mutate("keys.create", { tenantId, name: "CI", scopes: ["events:write"] })).json.result.data;
  const invitationId = await newInvitation();
  await age(600);
  expect((await owner.query("secrets.list", { tenantId, endpointId })).status).toBe(200);
  expect((await owner.mutate("keys.revoke", { tenantId, keyId })).status).toBe(200);
  expect((await owner.mutate("invitations.revoke", { tenantId, invitationId })).status).toBe(200);
  const member = await web.newTenant();
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'viewer')", [tenant.tenantId, member.userId]);
  const leaving = new Browser(web);
  await leaving.signIn(member.email, member.password);
  await age(600);
  expect((await leaving.mutate("members.leave", { tenantId })).status).toBe(200);
});

test("a demand is not noted among refusals: its asker may do it", async () => {
  await age(11);
  await owner.mutate("keys.create", { tenantId, name: "CI", scopes: ["events:write"] });
  const { rows } = await web.owner.query("SELECT action FROM audit_log WHERE tenant_id = $1 AND action = 'authorization.refuse'", [
    tenant.tenantId,
  ]);
  expect(rows).toEqual([]);
});
