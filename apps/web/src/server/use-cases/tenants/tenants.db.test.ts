import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import { createTenant } from "./create-tenant.ts";
import { setPlan } from "./set-plan.ts";

let web: StartedWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.stop());

const services = () => ({ db: web.container.db, now: web.container.now });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;

test("a new tenant has an owner who can sign in and a key that works; neither password nor key is stored", async () => {
  const made = await createTenant(services(), { name: "Acme", email: " Owner@Acme.Example ", plan: "team" });
  expect(made.email).toBe("owner@acme.example");
  const [user] = await rows("SELECT u.password_hash, m.role FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.id = $1", [
    made.userId,
  ]);
  expect(user).toMatchObject({ role: "owner", password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) });
  expect(await verify(user?.password_hash as string, made.password)).toBe(true);
  expect((await call(web, "GET", "/v1/subscriptions", { key: made.apiKey })).status).toBe(200);
  const everything = JSON.stringify([
    await rows("SELECT * FROM api_keys"),
    await rows("SELECT * FROM users"),
    await rows("SELECT * FROM audit_log"),
  ]);
  for (const secret of [made.password, made.apiKey, made.apiKey.slice(12)]) expect(everything).not.toContain(secret);
  const trail = await rows("SELECT action, actor_kind FROM audit_log WHERE tenant_id = $1 ORDER BY id", [made.tenantId]);
  expect(trail.map((row) => row.action).sort()).toEqual(["api_key.create", "tenant.create", "user.create"]);
});

test("an address that is taken makes nothing at all", async () => {
  await createTenant(services(), { name: "First", email: "taken@example.com", plan: "free" });
  await expect(createTenant(services(), { name: "Second", email: "TAKEN@example.com", plan: "free" })).rejects.toThrow();
  expect(await rows("SELECT 1 FROM tenants WHERE name = 'Second'")).toEqual([]);
});

test("a plan is changed with an audit row, and an unknown tenant is told", async () => {
  const { tenantId } = await createTenant(services(), { name: "Grows", email: "grows@example.com", plan: "free" });
  expect(await setPlan(services(), tenantId, "scale")).toBe("free");
  expect(await rows("SELECT plan FROM tenants WHERE id = $1", [tenantId])).toEqual([{ plan: "scale" }]);
  expect(await rows("SELECT before, after FROM audit_log WHERE tenant_id = $1 AND action = 'tenant.set_plan'", [tenantId])).toEqual([
    { before: { plan: "free" }, after: { plan: "scale" } },
  ]);
  expect(await setPlan(services(), "00000000-0000-7000-8000-000000000000", "free")).toBeUndefined();
});
