import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFloor, uuidV7 } from "../ids/uuid-v7.ts";
import { dayName } from "../partitions/bounds.ts";
import { listTenantDeliveries, tenantDeliveriesStatement } from "./list-tenant-deliveries.ts";

const LANES = 20;
const PER_LANE = 5_000;
let database: TestDatabase;
let pool: pg.Pool;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
  const time = uuidFloor(Date.now()).slice(0, 13);
  await pool.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard)
     SELECT ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'https://rx.example/', 'rx.example:443', '{*}', 7 FROM generate_series(1, $2::int) n`,
    [tenantId, LANES],
  );
  await pool.query(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes)
     SELECT ('${time}-7001-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 7, ('${time}-7001-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       ('${time}-7000-8000-' || lpad(to_hex(1 + n % $1), 12, '0'))::uuid, 'first', 'at_least_once', 'delivered', now(), now(), 1
     FROM generate_series(1, $2::int) n`,
    [LANES, LANES * PER_LANE],
  );
  await pool.query("ANALYZE deliveries");
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("a page over all lanes reads a page of each lane and no log whole", async () => {
  const { text, values } = tenantDeliveriesStatement({ tenantId, limit: 50 });
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  interface Node {
    "Node Type": string;
    "Relation Name"?: string;
    "Actual Rows": number;
    "Actual Loops": number;
    Plans?: Node[];
  }
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const full = nodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] === `deliveries_${dayName(Date.now())}`);
  expect(full.length).toBeGreaterThan(0);
  for (const node of full) {
    expect(node["Node Type"]).toMatch(/^Index/);
    expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThanOrEqual((LANES + 1) * 51);
  }
});

test("the page is the newest of all lanes, one more than asked for", async () => {
  const page = await listTenantDeliveries(pool, { tenantId, limit: 50 });
  expect(page).toHaveLength(51);
  const { rows } = await pool.query("SELECT id FROM deliveries ORDER BY id DESC LIMIT 51");
  expect(page.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const next = await listTenantDeliveries(pool, { tenantId, limit: 10, beforeId: page[49]?.id as string });
  expect(next[0]?.id).toBe(page[50]?.id);
});
