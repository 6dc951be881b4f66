import { endVisit, inTransaction, openPool, uuidV7 } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endVisits } from "./handler.ts";

const MINUTE_MS = 60_000;
let database: TestDatabase;
let pool: pg.Pool;
let now: number;
let tenantId: string;
let staffId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 6, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  now = Date.now();
  tenantId = uuidV7(now);
  staffId = uuidV7(now);
  await pool.query("INSERT INTO tenants (id, name, kind, plan) VALUES ($1, 'Freight', 'customer', 'free')", [tenantId]);
  await pool.query("INSERT INTO users (id, email, staff) VALUES ($1, $2, true)", [staffId, `${staffId}@example.com`]);
});

/** A visit that ends so many minutes from now, with a session on it. @returns its id and its limit */
async function visit(endsInMinutes: number): Promise<{ id: string; endsAt: Date }> {
  const id = uuidV7(now);
  const endsAt = new Date(now + endsInMinutes * MINUTE_MS);
  await pool.query(
    `INSERT INTO support_visits (id, staff_id, tenant_id, reason, started_at, ends_at) VALUES ($1, $2, $3, 'Deliveries die', $4, $5)`,
    [id, staffId, tenantId, new Date(endsAt.getTime() - 30 * MINUTE_MS), endsAt],
  );
  await pool.query(
    "INSERT INTO sessions (id, token_hash, user_id, expires_at, visit_id) VALUES ($1, $4, $2, now() + interval '1 hour', $3)",
    [uuidV7(now), staffId, id, Buffer.from(id)],
  );
  return { id, endsAt };
}
const sweep = () => endVisits({ pool, now: () => now }, new AbortController().signal);
const stored = async (id: string) =>
  (
    await pool.query(
      "SELECT ended_at, ended_by, (SELECT count(*)::integer FROM sessions s WHERE s.visit_id = v.id) AS sessions FROM support_visits v WHERE id = $1",
      [id],
    )
  ).rows[0];
const endRows = async (id: string) =>
  (
    await pool.query(
      "SELECT at, tenant_id, actor_kind, actor_id, on_behalf_of, after FROM audit_log WHERE visit_id = $1 AND action = 'support.visit_end'",
      [id],
    )
  ).rows;

test("C64: a visit that nobody comes back to ends at its limit, with one row for its tenant, and its session is on none", async () => {
  const { id, endsAt } = await visit(-3);
  await sweep();
  await sweep();
  expect(await stored(id)).toEqual({ ended_at: endsAt, ended_by: "expired", sessions: 0 });
  expect(await endRows(id)).toEqual([
    {
      at: endsAt,
      tenant_id: tenantId,
      actor_kind: "user",
      actor_id: staffId,
      on_behalf_of: tenantId,
      after: { ended_by: "expired", was_elevated: false },
    },
  ]);
});

test("a visit under way goes on", async () => {
  const { id } = await visit(5);
  await sweep();
  expect(await stored(id)).toEqual({ ended_at: null, ended_by: null, sessions: 1 });
  expect(await endRows(id)).toEqual([]);
});

test("a visit of who is no staff any more, or of a tenant that is gone, ends now and says why", async () => {
  const { id } = await visit(5);
  await pool.query("UPDATE users SET staff = false WHERE id = $1", [staffId]);
  await sweep();
  expect(await stored(id)).toMatchObject({ ended_at: new Date(now), ended_by: "staff_revoked" });
  await pool.query("UPDATE users SET staff = true WHERE id = $1", [staffId]);
  const other = await visit(5);
  await pool.query("UPDATE tenants SET deleted_at = now() WHERE id = $1", [tenantId]);
  await sweep();
  expect(await stored(other.id)).toMatchObject({ ended_at: new Date(now), ended_by: "tenant_deleted" });
});

test("however many find at once that a visit is over, it ends once", async () => {
  const { id, endsAt } = await visit(-1);
  const ends = [() => inTransaction(pool, (client) => endVisit(client, now, id, "expired")), sweep, sweep, sweep];
  await Promise.all(ends.map((end) => end()));
  expect(await stored(id)).toMatchObject({ ended_at: endsAt, ended_by: "expired", sessions: 0 });
  expect((await endRows(id)).length).toBeLessThanOrEqual(1);
});

test("who stops a visit that has run out ended it at its limit", async () => {
  const { id, endsAt } = await visit(-1);
  expect(await inTransaction(pool, (client) => endVisit(client, now, id, "signed_out"))).toMatchObject({ endedMs: endsAt.getTime() });
  expect(await inTransaction(pool, (client) => endVisit(client, now, id, "expired"))).toBeUndefined();
});
