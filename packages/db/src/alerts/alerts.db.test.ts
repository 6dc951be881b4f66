import type { MailKind } from "@hooklane/contracts";
import { defaultPolicyConfig, eventRules } from "@hooklane/core";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { JobSender } from "../jobs/boss.ts";
import type { AcceptRules } from "../operational/accept-operational-event.ts";
import { FactQueue } from "../operational/fact-queue.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { openPool } from "../pools/pools.ts";
import { ALERT_WINDOW_MS } from "./alert-life.ts";
import { setAlertChoice, setAlertDefault } from "./alert-preferences.ts";
import { changeAlert } from "./change-alert.ts";
import { countAlerts, type ListedAlert, listAlerts } from "./list-alerts.ts";
import { raiseAlert, settleAlert, type Trouble } from "./raise-alert.ts";
import { deleteOldAlerts, reconcileAlerts } from "./reconcile-alerts.ts";
import { MAX_ALERT_MAILS_PER_HOUR, sendNotices } from "./send-notices.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let database: TestDatabase;
let pool: pg.Pool;
let jobs: JobSender;
let tenantId: string;
let owner: { id: string; email: string };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 6, onError: () => {} });
  jobs = new JobSender(database.appUrl, () => {});
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ["alerts", "alert_digests", "mails", "subscriptions"]) await pool.query(`DELETE FROM ${table}`);
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme <b>')", [tenantId]);
  owner = await join("owner");
});

async function join(role: string): Promise<{ id: string; email: string }> {
  const id = uuidV7(Date.now());
  const email = `${role}-${id}@example.com`;
  await pool.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $2, 'x')", [id, email]);
  await pool.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, $3)", [tenantId, id, role]);
  return { id, email };
}

async function subscribe(fields: { createdBy?: string; state?: string; path?: string; host?: string } = {}): Promise<string> {
  const id = uuidV7(Date.now());
  const { createdBy = null, state = "active", path = "/hook?token=t", host = "rx.example:443" } = fields;
  await pool.query(
    "INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state, created_by) VALUES ($1, $2, $3, $4, '{*}', 7, $5, $6)",
    [id, tenantId, `https://rx.example${path}`, host, state, createdBy],
  );
  return id;
}

const rules =
  (nowMs = Date.now()) =>
  (): AcceptRules => ({ nowMs, ...eventRules(defaultPolicyConfig) });
const circuit = (subscriptionId: string): Trouble<"circuit_open"> => ({
  kind: "circuit_open",
  about: { subscriptionId },
  evidence: { opened_at: "2026-11-29T12:00:00.000Z", error: "timeout" },
});
const raise = (trouble: Trouble, nowMs = Date.now()) => inTransaction(pool, (client) => raiseAlert(client, nowMs, trouble));
const settle = (subscriptionId: string, nowMs = Date.now()) =>
  inTransaction(pool, (client) => settleAlert(client, nowMs, { kind: "circuit_open", about: { subscriptionId } }));
const notify = (nowMs = Date.now()) => sendNotices(pool, jobs, () => ({ nowMs, publicUrl: "https://hooks.example.com" }));
const list = (state: ListedAlert["state"] = "open") => listAlerts(pool, { tenantId, state, limit: 50 });
const only = async (state: ListedAlert["state"] = "open"): Promise<ListedAlert> => {
  const alerts = await list(state);
  expect(alerts.length).toBe(1);
  return alerts[0] as ListedAlert;
};
const mails = async (): Promise<{ kind: MailKind; recipient: string; subject: string; text: string; html: string }[]> =>
  (await pool.query("SELECT kind, recipient, subject, text, html FROM mails ORDER BY id")).rows;

test("C74: whatever facts come, from however many processes, a group has one open alert, and each change of it is told once", async () => {
  const fact = fc.constantFrom("raise", "settle", "notify");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fact, fc.integer({ min: 0, max: ALERT_WINDOW_MS })), { maxLength: 12 }), async (history) => {
      await pool.query("DELETE FROM alerts");
      await pool.query("DELETE FROM mails");
      const id = await subscribe();
      let now = Date.now() - 30 * DAY_MS;
      const told: string[] = [];
      for (const [what, afterMs] of history) {
        now += afterMs;
        const at = now;
        const twice = { raise: () => raise(circuit(id), at), settle: () => settle(id, at), notify: () => notify(at) }[what];
        await Promise.all([twice?.(), twice?.()]);
        const { rows } = await pool.query<{ n: number }>("SELECT count(*)::integer AS n FROM alerts WHERE state <> 'resolved'");
        expect(rows[0]?.n).toBeLessThanOrEqual(1);
        const kinds = (await mails()).map(({ kind }) => kind);
        expect(kinds.length - told.length).toBeLessThanOrEqual(1);
        told.push(...kinds.slice(told.length));
      }
      // An end is told after an opening, never twice in a row
      for (const [i, kind] of told.entries()) if (kind === "alert-resolved") expect(told[i - 1]).toBe("alert-opened");
    }),
    { numRuns: 12 },
  );
});

test("C74: an endpoint that dies, comes back and dies again within the window is told of once, once that it is over, and again when it stays down", async () => {
  const id = await subscribe();
  const start = Date.now() - 3 * HOUR_MS;
  for (let i = 0; i < 20; i++) await raise(circuit(id), start + i * 1_000);
  await notify(start + MINUTE_MS);
  await settle(id, start + 2 * MINUTE_MS);
  await notify(start + 2 * MINUTE_MS);
  await raise(circuit(id), start + 3 * MINUTE_MS);
  await notify(start + 4 * MINUTE_MS);
  expect((await mails()).map(({ kind }) => kind)).toEqual(["alert-opened", "alert-resolved"]);
  expect(await only()).toMatchObject({ count: 21 });
  await notify(start + 2 * HOUR_MS);
  expect((await mails()).map(({ kind }) => kind)).toEqual(["alert-opened", "alert-resolved", "alert-opened"]);
});

test("C74, C68: the mail goes to owners and to who registered the endpoint, says what died, links to the alert, and its hostile text is inert", async () => {
  const creator = await join("developer");
  await join("developer");
  const former = await join("owner");
  await pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [former.id]);
  const id = await subscribe({ createdBy: creator.id, path: "/<img src=x onerror=alert(1)>?token=secret" });
  await pool.query("INSERT INTO lane_stats (subscription_id, dead_count, oldest_dead_at) VALUES ($1, 12, '2026-11-29T10:00:00Z')", [id]);
  await raise(circuit(id));
  await notify();
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([creator.email, owner.email].sort());
  for (const { subject, text, html } of sent) {
    expect(subject).toBe("[Acme <b>] Circuit open for long: https://rx.example/<img src=x onerror=alert(1)>");
    expect(text).toMatch(/https:\/\/hooks\.example\.com\/ten_\w+\/alerts\/alr_\w+/);
    expect(text).toContain("Dead deliveries that were not replayed: 12");
    expect(text).toContain("2026-11-29T10:00:00.000Z");
    expect(text + html).not.toContain("secret");
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<b>");
  }
});

test("a member gets no mail of a kind that they, or their workspace for them, chose not to get", async () => {
  const id = await subscribe();
  await inTransaction(pool, (client) => setAlertDefault(client, tenantId, "circuit_open", false));
  await raise(circuit(id));
  await notify();
  expect(await mails()).toEqual([]);
  await inTransaction(pool, (client) => setAlertChoice(client, { tenantId, userId: owner.id }, "circuit_open", true));
  await settle(id);
  await notify();
  expect((await mails()).map(({ kind }) => kind)).toEqual(["alert-resolved"]);
  await inTransaction(pool, (client) => setAlertChoice(client, { tenantId, userId: owner.id }, "circuit_open", null));
  await raise(circuit(await subscribe()));
  await notify();
  expect((await mails()).length).toBe(1);
});

test("C74: 200 endpoints that fail at once send a member ten mails and then one that says how many more there are", async () => {
  const now = Date.now();
  for (let i = 0; i < 200; i++) await raise(circuit(await subscribe()), now);
  await notify(now);
  expect((await mails()).length).toBe(MAX_ALERT_MAILS_PER_HOUR);
  await notify(now + 2 * HOUR_MS);
  await notify(now + 2 * HOUR_MS);
  const digests = (await mails()).filter(({ kind }) => kind === "alert-digest");
  expect(digests.map(({ subject }) => subject)).toEqual(["[Acme <b>] 190 more changes of alerts"]);
});

test("C74: endpoints of one host that fail together are one alert, told to owners and to who registered one of them", async () => {
  const creator = await join("developer");
  for (let i = 0; i < 5; i++) await subscribe({ createdBy: creator.id });
  const trouble: Trouble = {
    kind: "host_unreachable",
    about: { tenantId, host: "rx.example:443" },
    evidence: { opened_at: "2026-11-29T12:00:00.000Z", endpoints: 5 },
  };
  await Promise.all([raise(trouble), raise(trouble)]);
  await notify();
  expect(await only()).toMatchObject({ host: "rx.example:443", count: 2, subscriptionId: null });
  expect((await mails()).length).toBe(2);
});

test("a member acknowledges, mutes, opens again and resolves an alert; a mute that ran out tells again, and another tenant's alert is not there", async () => {
  const id = await subscribe();
  const start = Date.now() - 5 * HOUR_MS;
  await raise(circuit(id), start);
  await notify(start);
  const { id: alertId } = await only();
  const change = (verb: Parameters<typeof changeAlert>[3], tenant = tenantId) =>
    inTransaction(pool, (client) => changeAlert(client, start, { tenantId: tenant, alertId, userId: owner.id }, verb));
  expect(await change({ verb: "resolve" }, uuidV7(0))).toBeUndefined();
  await change({ verb: "acknowledge" });
  expect(await only("acknowledged")).toMatchObject({ acknowledgedByEmail: owner.email });
  await change({ verb: "mute", untilMs: start + HOUR_MS });
  await raise(circuit(id), start + MINUTE_MS);
  await reconcileAlerts(pool, rules(start + MINUTE_MS));
  expect(await only("muted")).toMatchObject({ count: 2 });
  expect(await countAlerts(pool, tenantId)).toEqual({ open: 0, acknowledged: 0, muted: 1 });
  await raise(circuit(id), start + HOUR_MS);
  await reconcileAlerts(pool, rules(start + HOUR_MS));
  await notify(start + HOUR_MS);
  await only("open");
  expect((await mails()).map(({ kind }) => kind)).toEqual(["alert-opened", "alert-opened"]);
  await change({ verb: "resolve" });
  expect(await only("resolved")).toMatchObject({ resolvedByEmail: owner.email });
});

test("a trouble that nobody confirms any more is over, but not while workers have just started and have not said what they know", async () => {
  const id = await subscribe();
  await raise(circuit(id), Date.now() - HOUR_MS);
  await pool.query("INSERT INTO workers (id, incarnation, hostname, pid) VALUES ($1, $1, 'h', 1)", [uuidV7(Date.now())]);
  await reconcileAlerts(pool, rules());
  await only("open");
  await pool.query("UPDATE workers SET started_at = now() - interval '1 hour'");
  await reconcileAlerts(pool, rules());
  await only("resolved");
  await raise(circuit(await subscribe()));
  await reconcileAlerts(pool, rules());
  await only("open");
});

test("an endpoint that is enabled or deleted, and a backlog that is not shed any more, have no open alert", async () => {
  const disabled = await subscribe({ state: "disabled" });
  const evidence = { reason: "gone", disabled_at: "2026-11-29T12:00:00.000Z" };
  await raise({ kind: "endpoint_disabled", about: { subscriptionId: disabled }, evidence });
  const shedding = await subscribe();
  await pool.query("INSERT INTO lane_sheds (subscription_id, is_shedding) VALUES ($1, true)", [shedding]);
  const backlog = { started_at: "2026-11-29T12:00:00.000Z", backlog: 5, backlog_bytes: 5 };
  await raise({ kind: "shedding", about: { subscriptionId: shedding }, evidence: backlog });
  const deleted = await subscribe();
  await raise(circuit(deleted));
  await reconcileAlerts(pool, rules());
  expect((await list()).length).toBe(3);
  await pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [disabled]);
  await pool.query("UPDATE lane_sheds SET is_shedding = false WHERE subscription_id = $1", [shedding]);
  await pool.query("UPDATE subscriptions SET state = 'deleted' WHERE id = $1", [deleted]);
  await reconcileAlerts(pool, rules());
  expect([(await list()).length, (await list("resolved")).length]).toEqual([0, 3]);
  expect(await raise(circuit(deleted))).toBeUndefined();
});

test("a previous secret is told of before it ends, once, as an alert and as a webhook; one with a short overlap is not, and its end is silent", async () => {
  const [long, short, listener] = [await subscribe(), await subscribe(), await subscribe()];
  await pool.query("UPDATE subscriptions SET event_types = '{hooklane.secret.*}' WHERE id = $1", [listener]);
  const secret = (subscription: string, createdMs: number, expiresMs: number | null) =>
    pool.query(
      "INSERT INTO subscription_secrets (id, subscription_id, sealed, key_number, created_at, expires_at) VALUES ($1, $2, '', 1, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000))",
      [uuidV7(createdMs), subscription, createdMs, expiresMs],
    );
  const now = Date.now();
  await secret(long, now - 2 * DAY_MS, now + HOUR_MS);
  await secret(long, now - 23 * HOUR_MS, null);
  await secret(short, now - 2 * DAY_MS, now + HOUR_MS);
  await secret(short, now - MINUTE_MS, null);
  expect([...(await reconcileAlerts(pool, rules(now)))]).toEqual([7]);
  await reconcileAlerts(pool, rules(now + 1_000));
  expect(await only()).toMatchObject({ kind: "secret_expiring", subscriptionId: long, count: 1 });
  const { rows } = await pool.query("SELECT type FROM events WHERE tenant_id = $1", [tenantId]);
  expect(rows).toEqual([{ type: "hooklane.secret.expiring" }]);
  await notify(now);
  await reconcileAlerts(pool, rules(now + 2 * HOUR_MS));
  await notify(now + 2 * HOUR_MS);
  await only("resolved");
  expect((await mails()).map(({ kind }) => kind)).toEqual(["alert-opened"]);
});

test("an alert about a host or the workspace is told to endpoints that ask for it, once when it begins and once when it is over, and again when it comes back", async () => {
  const host = "rx.example:443";
  await subscribe({ host });
  await pool.query("UPDATE subscriptions SET event_types = '{hooklane.host.*,hooklane.quota.*}' WHERE id = $1", [
    await subscribe({ host: "listener.example:443" }),
  ]);
  let now = Date.now();
  const announced: number[] = [];
  const facts = new FactQueue({
    pool,
    rules: () => rules(now)(),
    announce: (shards) => announced.push(...shards),
    onLost: (_, error) => {
      throw error;
    },
  });
  const told = async (): Promise<unknown[]> =>
    (
      await pool.query(
        `SELECT type, convert_from(substr(body, data_offset + 1, data_length), 'UTF8')::jsonb AS data FROM events WHERE tenant_id = $1 ORDER BY id`,
        [tenantId],
      )
    ).rows.map(({ type, data }) => [type, data]);
  const unreachable = {
    kind: "host_unreachable",
    about: { tenantId, host },
    evidence: { opened_at: "2026-11-29T12:00:00.000Z", endpoints: 1 },
  } as const;
  const quota = { kind: "ingest_quota", about: { tenantId }, evidence: { per_second: 100 } } as const;
  for (const raise of [unreachable, quota, { ...unreachable, isNews: false }, quota]) facts.noteAlert({ raise });
  facts.noteAlert({ settle: { kind: "host_unreachable", about: unreachable.about } });
  facts.noteAlert({ settle: { kind: "host_unreachable", about: unreachable.about } });
  await facts.tell();
  const since = new Date(now).toISOString();
  const first = [
    ["hooklane.host.unreachable", { host, ...unreachable.evidence }],
    ["hooklane.quota.exceeded", { per_second: 100, since }],
    ["hooklane.host.recovered", { host, opened_at: unreachable.evidence.opened_at, recovered_at: since }],
  ];
  expect(await told()).toEqual(expect.arrayContaining(first));
  expect([(await told()).length, announced]).toEqual([3, [7, 7, 7]]);
  now += HOUR_MS;
  expect([...(await reconcileAlerts(pool, () => rules(now)()))]).toEqual([7]);
  await reconcileAlerts(pool, () => rules(now)());
  facts.noteAlert({ raise: quota });
  await facts.tell();
  const at = new Date(now).toISOString();
  expect((await told()).slice(3)).toEqual(
    expect.arrayContaining([
      ["hooklane.quota.relieved", { per_second: 100, since, relieved_at: at }],
      ["hooklane.quota.exceeded", { per_second: 100, since: at }],
    ]),
  );
  expect((await told()).length).toBe(5);
});

test("a fact and what it means for alerts are one transaction: a fact that cannot be told opens nothing", async () => {
  const id = await subscribe();
  const lost: unknown[] = [];
  const parts = { pool, rules: rules(), announce: () => {}, onLost: (fact: unknown) => lost.push(fact) };
  const facts = new FactQueue(parts);
  const alert = { raise: circuit(id) };
  await pool.query("UPDATE subscriptions SET event_types = '{hooklane.*}' WHERE id = $1", [await subscribe()]);
  facts.note({ type: "hooklane.lane.full", subscriptionId: id, fact: "x", data: { since: "no time", in_flight: 1, cap: 1 }, alert });
  await facts.tell();
  expect([lost.length, (await list()).length]).toEqual([1, 0]);
  facts.noteAlert({ ...alert, read: async () => ({ error: "read late" }) });
  await facts.tell();
  expect(await only()).toMatchObject({ evidence: { error: "read late" } });
  facts.noteAlert({ settle: { kind: "circuit_open", about: { subscriptionId: id } } });
  await facts.tell();
  await only("resolved");
});

test("deaths add up while their alert is open", async () => {
  const id = await subscribe();
  const dead = (deaths: number): Trouble => ({
    kind: "dead_letters",
    about: { subscriptionId: id },
    evidence: { deaths, reason: "expired", last_status: 503 },
    addsUp: "deaths",
  });
  await raise(dead(3));
  await raise(dead(4));
  expect(await only()).toMatchObject({ evidence: { deaths: 7 }, count: 2 });
});

test("alerts are kept for a quarter after they are over", async () => {
  const id = await subscribe();
  await raise(circuit(id), Date.now() - 200 * DAY_MS);
  expect(await deleteOldAlerts(pool, Date.now(), 10)).toBe(0);
  await settle(id, Date.now() - 91 * DAY_MS);
  expect(await deleteOldAlerts(pool, Date.now(), 10)).toBe(1);
});
