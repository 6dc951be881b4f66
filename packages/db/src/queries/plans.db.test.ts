import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { analyzeGrowth } from "../partitions/analyze-growth.ts";
import { dayName } from "../partitions/bounds.ts";
import type { NamedStatement } from "../partitions/statement.ts";
import { withSettings } from "../pools/pools.ts";
import { auditEventsStatement, readOverdueStatement } from "./audit-ledger.ts";
import { claimDeliveriesStatement } from "./claim-deliveries.ts";
import { claimOrderedStatement } from "./claim-ordered.ts";
import { discoverLanesStatement } from "./discover-lanes.ts";
import { expireDeliveriesStatement } from "./expire-deliveries.ts";
import { loadEventsStatement } from "./load-events.ts";
import { readPendingHeadsStatement } from "./read-pending-heads.ts";
import { reapLeasesStatement } from "./reap-leases.ts";
import { settleAttemptsStatement } from "./settle-attempts.ts";

const ROWS = 400_000;
const LANE = "00000000-0000-7000-8000-000000000001";
let database: TestDatabase;
let session: pg.Client;
let now: number;
let blocksUnanalysed: number;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

const uuidArray = `ARRAY['${LANE}']::uuid[]`;
const settleArguments = settleAttemptsStatement(Date.now())
  .text.match(/\$\d+::\w+\[\]/g)
  ?.map((parameter) => parameter.replace(/\$\d+/, "ARRAY[NULL]"))
  .join(", ");

/** Each hot statement with arguments for EXECUTE; those of which it is said that they never sort. */
const hot: [name: string, statement: (now: number) => NamedStatement, args: string, sorts: boolean][] = [
  [
    "claim",
    claimDeliveriesStatement,
    `ARRAY[7], ${uuidArray}, ARRAY['first'], ARRAY['-Infinity'::float8], ARRAY['Infinity'::float8], ARRAY[10], '${LANE}', 90000`,
    false,
  ],
  ["claim of ordered heads", claimOrderedStatement, `${uuidArray}, '${LANE}', 90000`, false],
  ["discovery", discoverLanesStatement, "ARRAY[7]", false],
  ["first pending delivery of each class", readPendingHeadsStatement, uuidArray, false],
  ["settle", settleAttemptsStatement, settleArguments as string, true],
  ["reaper", reapLeasesStatement, "100", true],
  ["expiry", expireDeliveriesStatement, "100", true],
  ["load of events", loadEventsStatement, uuidArray, false],
  ["audit of events", auditEventsStatement, `'${LANE}', 'ffffffff-0000-7000-8000-000000000000', 50`, false],
  ["overdue rows", readOverdueStatement, "60000, 100", false],
];

beforeAll(async () => {
  database = await createTestDatabase();
  session = new pg.Client(withSettings(database.appUrl, { plan_cache_mode: "force_generic_plan", jit: "off" }));
  await session.connect();
  now = Date.now();
  // Prepared and planned while every partition is empty, as a worker's sessions are after a start just before midnight
  for (const [, statement, args] of hot) {
    const { name, text } = statement(now);
    await session.query(`PREPARE "${name}" AS ${text}`);
    await session.query(`EXPLAIN EXECUTE "${name}"(${args})`);
  }
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const time = uuidFloor(now).slice(0, 13);
  await owner.query(`INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes, sequence, lease_expires_at)
    SELECT ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 7, ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      ('00000000-0000-7000-8000-' || lpad(to_hex(CASE WHEN n % 4 = 0 THEN n % 5000 ELSE 1 END), 12, '0'))::uuid,
      CASE WHEN n % 10 = 0 THEN 'ordered' ELSE 'first' END, 'at_least_once', CASE WHEN n % 100 = 0 THEN 'inflight' WHEN n % 3 = 0 THEN 'delivered' ELSE 'pending' END,
      now() - n * interval '1 ms', now() + interval '1 day', 100, CASE WHEN n % 10 = 0 THEN n END, CASE WHEN n % 100 = 0 THEN now() + interval '1 minute' END
    FROM generate_series(1, ${ROWS}) AS n`);
  await owner.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [LANE]);
  await owner.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard) VALUES ($1, $1, 'https://rx.example/', 'rx.example:443', '{*}', 7)`,
    [LANE],
  );
  await owner.query(`INSERT INTO events (id, tenant_id, type, body, data_offset, data_length, accepted_at, deliveries)
    SELECT ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${LANE}', 'a', '{}', 0, 2, now(), 1 FROM generate_series(1, 20000) AS n`);
  // Not analysed: a bulk replay fills it within a minute, and settling must not wait for anybody to notice
  await owner.query(`INSERT INTO replays (id, job_id, delivery_id, new_delivery_id, event_id, subscription_id)
    SELECT gen_random_uuid(), '${LANE}', ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ('${time}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${LANE}', '${LANE}'
    FROM generate_series(1, 50000) AS n`);
  const cost = await explainClaim();
  blocksUnanalysed = cost.blocks;
  expect(cost.rows).toBe(10);
  expect(await analyzeGrowth(owner, now)).toEqual(expect.arrayContaining([`deliveries_${dayName(now)}`, `events_${dayName(now)}`]));
  expect(await analyzeGrowth(owner, now)).toEqual([]);
  await owner.end();
}, 120_000);
afterAll(async () => {
  await session.end();
  await database.drop();
});

const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

test.each(hot)("%s: planned on empty partitions, it reads none of them whole once they are full", async (_, statement, args, sorts) => {
  const { rows } = await session.query(`EXPLAIN (FORMAT JSON) EXECUTE "${statement(now).name}"(${args})`);
  const plan = nodes(rows[0]["QUERY PLAN"][0].Plan);
  const filled = [`deliveries_${dayName(now)}`, `events_${dayName(now)}`, "replays"];
  expect(plan.filter((node) => node["Node Type"] === "Seq Scan" && filled.includes(node["Relation Name"] ?? ""))).toEqual([]);
  if (!sorts) expect(plan.filter((node) => node["Node Type"].includes("Sort"))).toEqual([]);
  // Partitions outside the open window are not even in the plan
  const partitions = new Set(plan.flatMap((node) => /^(?:deliveries|events)_\d{8}$/.exec(node["Relation Name"] ?? "")?.[0] ?? []));
  expect(partitions.size).toBeLessThanOrEqual(2 * 6);
});

/** What a claim of ten rows reads; nothing stays claimed. */
async function explainClaim(): Promise<{ rows: number; blocks: number }> {
  const { name } = claimDeliveriesStatement(now);
  await session.query("BEGIN");
  const { rows } = await session.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "${name}"(${hot[0]?.[2]})`);
  await session.query("ROLLBACK");
  const { Plan: plan } = rows[0]["QUERY PLAN"][0];
  return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

test("a claim from a lane with a hundred thousand due rows reads about as many rows as it takes", async () => {
  const { rows, blocks } = await explainClaim();
  expect(rows).toBe(10);
  expect(blocks).toBeLessThan(1_000);
});

test("so it does before anybody has analysed the partition that was empty when the claim was planned", () => {
  expect(blocksUnanalysed).toBeLessThan(1_000);
});
