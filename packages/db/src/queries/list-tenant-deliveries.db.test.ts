import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFloor, uuidV7 } from "../ids/uuid-v7.ts";
import { dayName } from "../partitions/bounds.ts";
import { listTenantDeliveries, type TenantDeliveryFilter, tenantDeliveriesStatement } from "./list-tenant-deliveries.ts";

const LANES = 1_000;
const PER_LANE = 200;
const PAGE = 51;

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

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Node[];
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

/** Rows that the plan reads of today's partition, and how. */
async function readOfToday(filter: Partial<TenantDeliveryFilter>): Promise<{ rows: number; types: string[] }> {
  const { text, values } = tenantDeliveriesStatement({ tenantId, limit: PAGE, ...filter }, { fromId: uuidFloor(Date.now() - 86_400_000) });
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const read = nodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] === `deliveries_${dayName(Date.now())}`);
  return {
    rows: read.reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0),
    types: [...new Set(read.map((node) => node["Node Type"]))],
  };
}

test("a page over all lanes reads the newest row of each lane, the page's worth of those that can be on it, and no log whole", async () => {
  const { rows, types } = await readOfToday({});
  expect(types.length).toBeGreaterThan(0);
  for (const type of types) expect(type).toMatch(/^Index/);
  expect(rows).toBeLessThanOrEqual(LANES + PAGE * PAGE + PAGE);
});

test("the page is the newest of all lanes, and the next one follows it", async () => {
  const page = await listTenantDeliveries(pool, { tenantId, limit: 50 });
  const { rows } = await pool.query("SELECT id FROM deliveries ORDER BY id DESC LIMIT 60");
  expect(page.rows.map(({ id }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id));
  const next = await listTenantDeliveries(pool, { tenantId, limit: 10, beforeId: page.nextBeforeId as string });
  expect(next.rows.map(({ id }) => id)).toEqual(rows.slice(50).map(({ id }) => id));
});

test("what lies far back, in another span than what is new, is on the same page", async () => {
  const old = uuidV7(Date.now() - 6 * 86_400_000);
  const subscription = (await pool.query("SELECT id FROM subscriptions LIMIT 1")).rows[0].id;
  await pool.query(
    `CREATE TABLE deliveries_of_old (LIKE deliveries INCLUDING ALL);
     ALTER TABLE deliveries ATTACH PARTITION deliveries_of_old FOR VALUES FROM ('${uuidFloor(Date.now() - 7 * 86_400_000)}') TO ('${uuidFloor(Date.now() - 5 * 86_400_000)}')`,
  );
  await pool.query(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, last_status, next_attempt_at, deadline_at, body_bytes)
     VALUES ($1, 7, $1, $2, 'first', 'at_least_once', 'dead', 418, now(), now(), 1)`,
    [old, subscription],
  );
  const ids = async (filter: Partial<TenantDeliveryFilter>) => {
    const found: string[] = [];
    let beforeId: string | undefined;
    do {
      const page = await listTenantDeliveries(pool, { tenantId, limit: 50, ...filter, ...(beforeId && { beforeId }) });
      found.push(...page.rows.map(({ id }) => id));
      beforeId = page.nextBeforeId;
    } while (beforeId);
    return found;
  };
  expect(await ids({ states: ["dead"] })).toEqual([old]);
  expect(await ids({ statuses: [400, 499] })).toEqual([old]);
  expect(await ids({ statuses: [500, 599] })).toEqual([]);
  expect(await ids({ states: ["dead"], fromId: uuidFloor(Date.now() - 86_400_000) })).toEqual([]);
  expect(await ids({ toId: uuidFloor(Date.now() - 86_400_000) })).toEqual([old]);
});
