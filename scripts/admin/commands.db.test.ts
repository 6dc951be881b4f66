import { publicId, scopes } from "@hooklane/contracts";
import { headersContext, KeyRing, secretContext, totpContext } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatformKeyCommand } from "./create-platform-key.ts";
import { createTenantCommand } from "./create-tenant.ts";
import { reencryptCommand } from "./reencrypt.ts";
import { disableAccountCommand, enableAccountCommand } from "./set-disabled.ts";
import { setPlanCommand } from "./set-plan.ts";

const tenantId = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f";
const tenant = publicId("tenant", tenantId);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO tenants (id, name, plan) VALUES ($1, 'Acme', 'free')", [tenantId]);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test("a plan is changed together with its audit row", async () => {
  expect(await setPlanCommand.run({ tenant, plan: "team" }, database.url, "")).toEqual({
    ok: true,
    result: { tenant_id: tenant, plan: "team", plan_before: "free" },
  });
  expect((await client.query("SELECT plan FROM tenants")).rows).toEqual([{ plan: "team" }]);
  expect((await client.query("SELECT tenant_id, actor_kind, action, before, after FROM audit_log")).rows).toEqual([
    { tenant_id: tenantId, actor_kind: "operator", action: "tenant.set_plan", before: { plan: "free" }, after: { plan: "team" } },
  ]);
});

test.each([
  ["ten_unknown", "team", '"ten_unknown" is not a tenant\'s id'],
  [tenant, "gold", '"gold" is not a plan: free, team, scale'],
  [publicId("tenant", "0193b1f0-7a5e-7cc1-8d2e-000000000000"), "team", expect.stringMatching(/^There is no tenant ten_/)],
])("%s on plan %s is refused with the reason, and nothing is recorded", async (id, plan, problem) => {
  const entries = async () => (await client.query("SELECT count(*)::int AS n FROM audit_log")).rows[0].n as number;
  const before = await entries();
  expect(await setPlanCommand.run({ tenant: id, plan }, database.url, "")).toEqual({ ok: false, problem });
  expect(await entries()).toBe(before);
});

test("a new tenant is on the plan scale, with an owner and a key of all scopes; secrets are kept only as hashes", async () => {
  const answer = await createTenantCommand.run({ name: "Fleet", email: "Owner@Example.com" }, database.url, "");
  const result = answer.ok ? answer.result : {};
  expect(Object.keys(result)).toEqual(["tenant_id", "email", "password", "api_key"]);
  expect(result).toMatchObject({
    tenant_id: expect.stringMatching(/^ten_/),
    email: "owner@example.com",
    api_key: expect.stringMatching(/^hk_/),
  });
  const { rows } =
    await client.query(`SELECT t.plan, m.role, cardinality(k.scopes) AS scopes, to_jsonb(u)::text || to_jsonb(k)::text AS stored
    FROM tenants t JOIN memberships m ON m.tenant_id = t.id JOIN users u ON u.id = m.user_id JOIN api_keys k ON k.tenant_id = t.id WHERE t.name = 'Fleet'`);
  expect(rows).toEqual([{ plan: "scale", role: "owner", scopes: scopes.length, stored: expect.any(String) }]);
  expect(rows[0].stored).not.toContain(result.password);
  expect(rows[0].stored).not.toContain(result.api_key);
});

test("an address that is taken, and one that is none, are refused with the reason", async () => {
  const run = (email: string) => createTenantCommand.run({ name: "Again", email }, database.url, "");
  expect(await run("owner@example.com")).toEqual({ ok: false, problem: "The address owner@example.com already belongs to a user" });
  expect(await run("nobody")).toEqual({ ok: false, problem: '"nobody" is not an e-mail address' });
  expect((await client.query("SELECT count(*)::int AS n FROM tenants WHERE name = 'Again'")).rows).toEqual([{ n: 0 }]);
});

test("platform keys belong to one tenant, made with the first of them, and are kept only as hashes", async () => {
  const made = await Promise.all([1, 2].map(() => createPlatformKeyCommand.run({}, database.url, "")));
  const [first, second] = made.map((answer) => (answer.ok ? answer.result : {}));
  expect(Object.keys(first ?? {})).toEqual(["tenant_id", "api_key"]);
  expect(first?.tenant_id).toBe(second?.tenant_id);
  expect(first?.api_key).not.toBe(second?.api_key);
  const { rows } = await client.query(
    `SELECT t.plan, k.scopes, to_jsonb(k)::text AS stored FROM tenants t JOIN api_keys k ON k.tenant_id = t.id WHERE t.kind = 'platform'`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ plan: "scale", scopes: [...scopes] });
  expect(rows.map(({ stored }) => stored).join()).not.toContain(first?.api_key);
  const audited = await client.query(
    "SELECT action FROM audit_log WHERE tenant_id = (SELECT id FROM tenants WHERE kind = 'platform') ORDER BY action",
  );
  expect(audited.rows.map(({ action }) => action)).toEqual(["api_key.create", "api_key.create", "tenant.create"]);
});

test("S4: secrets under an older key are sealed anew beside a running product, what no key opens is left and told, and none is printed", async () => {
  const keyText = (number: number) => `${number}:${Buffer.alloc(32, number).toString("base64")}`;
  const ring = (text: string) => {
    const read = KeyRing.parse(text);
    if (!read.ok) throw new Error(read.problem);
    return read.ring;
  };
  const [old, lost, both] = [ring(keyText(1)), ring(keyText(7)), ring(`${keyText(1)},${keyText(2)}`)];
  const subscriptionId = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e60";
  await client.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, custom_headers, headers_sealed, headers_key_number)
     VALUES ($1, $2, 'https://a.example/?token=canary', 'a.example:443', '{*}', 1, '{"x-a": null}', $3, 1)`,
    [subscriptionId, tenantId, old.seal(Buffer.from('{"x-a":"canary"}'), headersContext(subscriptionId)).sealed],
  );
  const insert = (by: KeyRing, text: string) => {
    const { sealed, keyNumber } = by.seal(Buffer.from(text), secretContext(subscriptionId));
    return client.query(
      "INSERT INTO subscription_secrets (id, subscription_id, sealed, key_number) VALUES (gen_random_uuid(), $1, $2, $3)",
      [subscriptionId, sealed, keyNumber],
    );
  };
  await insert(old, "whsec_canary-one");
  await insert(both, "whsec_canary-two");
  await insert(lost, "whsec_canary-lost");
  const { rows: people } = await client.query("SELECT id FROM users LIMIT 1");
  const userId = people[0].id;
  const totp = old.seal(Buffer.from("canary-totp"), totpContext(userId));
  await client.query("UPDATE users SET totp_sealed = $2, totp_key_number = $3 WHERE id = $1", [userId, totp.sealed, totp.keyNumber]);

  const answer = await reencryptCommand.run({}, database.url, `${keyText(1)},${keyText(2)}`);
  expect(answer).toEqual({ ok: true, result: { key_number: "2", changed: "4", unreadable: "1" } });
  const { rows } = await client.query("SELECT sealed, key_number FROM subscription_secrets WHERE key_number = 2 ORDER BY created_at");
  const opened = rows.map(({ sealed }) => ring(keyText(2)).open({ keyNumber: 2, sealed }, secretContext(subscriptionId))?.toString());
  expect(opened.sort()).toEqual(["whsec_canary-one", "whsec_canary-two"]);
  const { rows: after } = await client.query("SELECT totp_sealed AS sealed, totp_key_number AS n FROM users WHERE id = $1", [userId]);
  expect(ring(keyText(2)).open({ keyNumber: after[0].n, sealed: after[0].sealed }, totpContext(userId))?.toString()).toBe("canary-totp");
  const { rows: stored } = await client.query(
    "SELECT url, custom_headers, query_key_number, headers_key_number FROM subscriptions WHERE id = $1",
    [subscriptionId],
  );
  expect(stored).toEqual([{ url: "https://a.example/?", custom_headers: { "x-a": null }, query_key_number: 2, headers_key_number: 2 }]);
  expect(JSON.stringify(answer)).not.toContain("canary");
  expect(await reencryptCommand.run({}, database.url, "")).toMatchObject({
    ok: false,
    problem: expect.stringContaining("HOOKLANE_SECRET_KEYS"),
  });
});

test("C63: an account that is disabled has no session left, and is let in again as it was", async () => {
  const email = "kept-out@example.com";
  await createTenantCommand.run({ name: "Kept out", email }, database.url, "");
  await client.query(
    `INSERT INTO sessions (id, token_hash, user_id, expires_at) SELECT gen_random_uuid(), '\\x01', id, now() + interval '1 h' FROM users WHERE email = $1`,
    [email],
  );
  expect(await disableAccountCommand.run({ email: ` ${email.toUpperCase()}` }, database.url, "")).toMatchObject({
    ok: true,
    result: { disabled: "true", sessions_ended: "1" },
  });
  const state = async () =>
    (
      await client.query(
        "SELECT disabled_at IS NOT NULL AS disabled, (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND revoked_at IS NULL) AS live FROM users u WHERE email = $1",
        [email],
      )
    ).rows[0];
  expect(await state()).toEqual({ disabled: true, live: 0 });
  await enableAccountCommand.run({ email }, database.url, "");
  expect(await state()).toEqual({ disabled: false, live: 0 });
  expect(await disableAccountCommand.run({ email: "nobody@example.com" }, database.url, "")).toMatchObject({ ok: false });
});
