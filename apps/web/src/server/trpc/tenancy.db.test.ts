import { parsePublicId, publicId } from "@hooklane/contracts";
import { createInvitation, uuidV7 } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { everythingOf } from "../../test-support/everything-of.ts";
import { openAlert } from "../../test-support/open-alert.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { appRouter } from "./router.ts";

interface Place {
  tenantId: string;
  endpointId: string;
  deliveryId: string;
  keyId: string;
  jobId: string;
  alertId: string;
  eventId: string;
  eventTypeName: string;
  userId: string;
  invitationId: string;
}

/** What a procedure is called with in a place; for those that are about no tenant, why not. */
type Row = ((place: Place) => Record<string, unknown>) | "about nobody's data" | "about oneself";

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
const ofEndpoint = ({ tenantId, endpointId }: Place) => ({ tenantId, endpointId });
const ofAlert = ({ tenantId, alertId }: Place) => ({ tenantId, alertId });
const ofJob = ({ tenantId, jobId }: Place) => ({ tenantId, jobId });

const rows: Record<string, Row> = {
  "auth.signUp": "about nobody's data",
  "auth.options": "about nobody's data",
  "auth.confirmEmail": "about nobody's data",
  "auth.requestReset": "about nobody's data",
  "auth.resetPassword": "about nobody's data",
  "me.get": "about oneself",
  "me.setClock": "about oneself",
  "account.get": "about oneself",
  "account.rename": "about oneself",
  "account.changePassword": "about oneself",
  "account.changeEmail": "about oneself",
  "account.resendConfirmation": "about oneself",
  "sessions.list": "about oneself",
  "sessions.revoke": "about oneself",
  "sessions.revokeOthers": "about oneself",
  "sessions.confirm": "about oneself",
  "twoFactor.begin": "about oneself",
  "twoFactor.enable": "about oneself",
  "twoFactor.disable": "about oneself",
  "twoFactor.renewCodes": "about oneself",
  "workspace.create": "about oneself",
  "workspace.rename": ({ tenantId }) => ({ tenantId, name: "Taken over" }),
  "workspace.delete": ({ tenantId }) => ({ tenantId }),
  "workspace.keep": ({ tenantId }) => ({ tenantId }),
  "members.list": ({ tenantId }) => ({ tenantId }),
  "members.changeRole": ({ tenantId, userId }) => ({ tenantId, userId, role: "developer" }),
  "members.remove": ({ tenantId, userId }) => ({ tenantId, userId }),
  "members.leave": ({ tenantId }) => ({ tenantId }),
  "invitations.create": ({ tenantId }) => ({ tenantId, email: "mallory@example.com", role: "admin" }),
  "invitations.resend": ({ tenantId, invitationId }) => ({ tenantId, invitationId }),
  "invitations.revoke": ({ tenantId, invitationId }) => ({ tenantId, invitationId }),
  "invitations.look": "about nobody's data",
  "invitations.accept": "about oneself",
  "invitations.join": "about nobody's data",
  "audit.list": ({ tenantId }) => ({ tenantId }),
  "endpoints.list": ({ tenantId }) => ({ tenantId }),
  "endpoints.get": ofEndpoint,
  "endpoints.create": ({ tenantId }) => ({ tenantId, ...endpoint }),
  "endpoints.update": (place) => ({ ...ofEndpoint(place), description: "taken over" }),
  "endpoints.pause": ofEndpoint,
  "endpoints.resume": ofEndpoint,
  "endpoints.enable": ofEndpoint,
  "endpoints.delete": ofEndpoint,
  "endpoints.health": ofEndpoint,
  "endpoints.fault": ofEndpoint,
  "secrets.list": ofEndpoint,
  "secrets.reveal": ofEndpoint,
  "secrets.rotate": ofEndpoint,
  "secrets.revokePrevious": ofEndpoint,
  "keys.list": ({ tenantId }) => ({ tenantId }),
  "keys.create": ({ tenantId }) => ({ tenantId, name: "stolen", scopes: ["events:write"] }),
  "keys.revoke": ({ tenantId, keyId }) => ({ tenantId, keyId }),
  "overview.get": ({ tenantId }) => ({ tenantId }),
  "statistics.get": ofEndpoint,
  "tests.send": ofEndpoint,
  "deliveries.list": ofEndpoint,
  "deliveries.get": ({ tenantId, deliveryId }) => ({ tenantId, deliveryId }),
  "deliveries.replay": ({ tenantId, deliveryId }) => ({ tenantId, deliveryId }),
  "deliveries.replayMany": ({ tenantId, deliveryId }) => ({ tenantId, deliveryIds: [deliveryId] }),
  "events.list": ({ tenantId }) => ({ tenantId }),
  "events.get": ({ tenantId, eventId }) => ({ tenantId, eventId }),
  "events.erasePayload": ({ tenantId, eventId }) => ({ tenantId, eventId }),
  "eventTypes.list": ({ tenantId }) => ({ tenantId }),
  "eventTypes.get": ({ tenantId, eventTypeName }) => ({ tenantId, name: eventTypeName }),
  "eventTypes.create": ({ tenantId }) => ({ tenantId, name: "stolen.type" }),
  "eventTypes.update": ({ tenantId, eventTypeName }) => ({ tenantId, name: eventTypeName, description: "taken over" }),
  "eventTypes.volumes": ({ tenantId }) => ({ tenantId }),
  "eventTypes.subscribers": ({ tenantId }) => ({ tenantId, name: "order.paid" }),
  "eventTypes.history": ({ tenantId }) => ({ tenantId, name: "order.paid" }),
  "inbox.get": ({ tenantId }) => ({ tenantId }),
  "inbox.open": ({ tenantId }) => ({ tenantId }),
  "search.find": ({ tenantId }) => ({ tenantId, text: "evt_0" }),
  "replays.plan": (place) => ({ ...ofEndpoint(place), ...range }),
  "replays.start": (place) => ({ ...ofEndpoint(place), ...range }),
  "jobs.list": ofEndpoint,
  "jobs.get": ofJob,
  "jobs.setRate": (place) => ({ ...ofJob(place), max_rate_per_second: 5 }),
  "jobs.pause": ofJob,
  "jobs.resume": ofJob,
  "jobs.cancel": ofJob,
  "alerts.list": ofEndpoint,
  "alerts.get": ofAlert,
  "alerts.count": ({ tenantId }) => ({ tenantId }),
  "alerts.acknowledge": ofAlert,
  "alerts.mute": (place) => ({ ...ofAlert(place), hours: 1 }),
  "alerts.reopen": ofAlert,
  "alerts.resolve": ofAlert,
  "notifications.get": ({ tenantId }) => ({ tenantId }),
  "notifications.choose": ({ tenantId }) => ({ tenantId, kind: "shedding", by_mail: false }),
  "notifications.setDefault": ({ tenantId }) => ({ tenantId, kind: "shedding", by_mail: false }),
};

/** Every procedure of the router, with its kind. Those of the support staff have a matrix of their own. */
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>)
  .filter(([path]) => !path.startsWith("support."))
  .map(([path, { _def }]) => [path, _def.type] as const);

let web: StartedWeb;
let browser: Browser;
let own: Place;
let foreign: Place;

async function makePlace(tenant: CreatedTenant): Promise<Place> {
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: endpoint });
  const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
  await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [
    parsePublicId("delivery", sent.json.delivery_id),
  ]);
  const started = await call(web, "POST", `/v1/subscriptions/${created.json.id}/replay`, { key: tenant.apiKey, body: range });
  const eventTypeName = `own.${tenant.tenantId.replaceAll("-", "")}`;
  await call(web, "POST", "/v1/event-types", { key: tenant.apiKey, body: { name: eventTypeName } });
  const { rows: keys } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1", [tenant.tenantId]);
  return {
    tenantId: publicId("tenant", tenant.tenantId),
    endpointId: created.json.id,
    deliveryId: sent.json.delivery_id,
    keyId: publicId("key", keys[0].id),
    jobId: started.json.job_id,
    alertId: publicId("alert", await openAlert(web.owner, parsePublicId("subscription", created.json.id) as string)),
    eventId: sent.json.event_id,
    eventTypeName,
    userId: publicId("user", await newMember(tenant.tenantId)),
    invitationId: publicId("invitation", await newInvitation(tenant)),
  };
}

async function newMember(tenantId: string): Promise<string> {
  const { userId } = await web.newTenant();
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'viewer')", [tenantId, userId]);
  return userId;
}

async function newInvitation({ tenantId, userId }: CreatedTenant): Promise<string> {
  const input = { tenantId, email: "invited@example.com", role: "viewer", tokenHash: Buffer.from(tenantId), invitedBy: userId } as const;
  return (await web.container.db.$transaction((tx) => createInvitation(tx, web.container.now(), input))).id;
}

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  const [mine, theirs] = [await web.newTenant(), await web.newTenant()];
  [own, foreign] = [await makePlace(mine), await makePlace(theirs)];
  browser = new Browser(web);
  await browser.signIn(mine.email, mine.password);
});
afterAll(() => web.stop());

const send = (path: string, type: "query" | "mutation", input: unknown, as = browser) =>
  type === "query" ? as.query(path, input) : as.mutate(path, input);

const everything = ({ tenantId }: Place): Promise<unknown> => everythingOf(web, parsePublicId("tenant", tenantId) as string);

test("the matrix has a row for every procedure, and none for others", () => {
  expect(Object.keys(rows).sort()).toEqual(procedures.map(([path]) => path).sort());
});

test.each(procedures)(
  "C58: %s finds nothing of another tenant's and changes nothing there, by whichever of its ids",
  async (path, type) => {
    const row = rows[path];
    if (typeof row !== "function") return;
    const before = await everything(foreign);
    const unknownId = uuidV7(Date.now());
    const unknown: Place = {
      tenantId: publicId("tenant", unknownId),
      endpointId: publicId("subscription", unknownId),
      deliveryId: publicId("delivery", unknownId),
      keyId: publicId("key", unknownId),
      jobId: publicId("job", unknownId),
      alertId: publicId("alert", unknownId),
      eventId: publicId("event", unknownId),
      eventTypeName: "nobody.has.it",
      userId: publicId("user", unknownId),
      invitationId: publicId("invitation", unknownId),
    };
    // Theirs whole; theirs in my tenant; mine in theirs; and what does not exist at all
    const mine = new Set<unknown>(Object.values(own));
    const isAboutMore = Object.values(row(own))
      .flat()
      .some((value) => value !== own.tenantId && mine.has(value));
    const places = [
      foreign,
      { ...foreign, tenantId: own.tenantId },
      { ...own, tenantId: foreign.tenantId },
      unknown,
      { ...unknown, tenantId: own.tenantId },
    ];
    const tried = places.filter((place) => isAboutMore || place.tenantId !== own.tenantId);
    const bodies = new Set<string>();
    for (const place of tried) {
      const reply = await send(path, type, row(place));
      expect(reply.status).toBe(404);
      const { requestId: _, ...data } = reply.json.error.data;
      bodies.add(JSON.stringify([reply.json.error.message, data]));
    }
    expect(bodies.size).toBe(1);
    expect(await everything(foreign)).toEqual(before);
  },
);

test.each(procedures)("%s is for people who are signed in", async (path, type) => {
  const row = rows[path];
  if (row === "about nobody's data") return;
  const reply = await send(path, type, typeof row === "function" ? row(own) : {}, new Browser(web));
  expect([reply.status, reply.json.error.data.problem]).toEqual([401, "unauthorized"]);
});

test("C58: one batch that mixes tenants gives each call its own answer", async () => {
  const input = {
    0: { tenantId: own.tenantId },
    1: { tenantId: foreign.tenantId },
    2: { tenantId: own.tenantId, endpointId: foreign.endpointId },
  };
  const reply = await browser.request(
    "GET",
    `/api/trpc/endpoints.list,endpoints.list,endpoints.get?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  expect(reply.json.map((one: { error?: { data: { httpStatus: number } } }) => one.error?.data.httpStatus)).toEqual([undefined, 404, 404]);
});

test("C58: a list over all endpoints holds the tenant's own deliveries alone", async () => {
  const mine = await browser.query("deliveries.list", { tenantId: own.tenantId });
  const ids = mine.json.result.data.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(own.deliveryId);
  expect(ids).not.toContain(foreign.deliveryId);
});

test.each(procedures)("%s works for the tenant's own", async (path, type) => {
  const row = rows[path];
  if (
    typeof row !== "function" ||
    ["endpoints.delete", "endpoints.resume", "endpoints.enable", "keys.revoke", "members.leave", "workspace.delete"].includes(path)
  )
    return;
  expect((await send(path, type, row(own))).status).toBe(200);
});

test("what was paused can be resumed, revoked and deleted by its own", async () => {
  expect((await browser.mutate("endpoints.resume", ofEndpoint(own))).json.result.data.state).toBe("active");
  expect((await browser.mutate("endpoints.enable", ofEndpoint(own))).json.result.data.state).toBe("active");
  expect((await browser.mutate("keys.revoke", { tenantId: own.tenantId, keyId: own.keyId })).json.result.data.revoked_at).not.toBeNull();
  expect((await browser.mutate("endpoints.delete", ofEndpoint(own))).json.result.data).toEqual({ id: own.endpointId });
  expect((await browser.query("endpoints.get", ofEndpoint(own))).status).toBe(404);
});
