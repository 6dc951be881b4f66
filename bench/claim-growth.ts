import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { analyzeGrowth, claimDeliveries, openHotPool, prepareDatabase, withSession } from "@hooklane/db";
import { startEmbeddedPostgres } from "@hooklane/embedded-pg";
import type pg from "pg";
import { median, round2 } from "./statistics.ts";

const SIZES = { few: 1_000, many: 1_000_000 } as const;
const ROUNDS = 3;
const CLAIMS = 60;
const ROWS = 5;
const LEASE_MS = 90_000;
const LANE = "00000000-0000-7000-8000-000000000001";
const TENANT = "00000000-0000-7000-8000-000000000002";

/** What a claim from a lane with 1,000,000 pending deliveries costs ÷ one from a lane with 1,000, each in a database of its own on one server, in turns. */
export async function claimGrowth(say: (line: string) => void): Promise<Record<string, number>> {
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const server = await startEmbeddedPostgres({ dir, password: "bench" });
  const pools: pg.Pool[] = [];
  try {
    const lanes: Record<string, Lane> = {};
    for (const [name, rows] of Object.entries(SIZES)) {
      const url = await makeDatabase(server.url, `bench_${name}`, rows);
      const pool = openHotPool({ url, applicationName: "bench", max: 1, onError: () => {} });
      pools.push(pool);
      lanes[name] = { pool, dueAfterMs: Number.NEGATIVE_INFINITY };
      say(`${rows} pending deliveries are there`);
    }
    const few = lanes.few as Lane;
    const many = lanes.many as Lane;
    await timeClaims(few, many, CLAIMS / 6); // prepares the statements; not counted
    const ratios: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const [fewMs, manyMs] = await timeClaims(few, many, CLAIMS);
      say(`round ${i + 1}: ${round2(fewMs)} ms and ${round2(manyMs)} ms`);
      ratios.push(manyMs / fewMs);
    }
    return { claim_growth_ratio: round2(median(ratios)) };
  } finally {
    for (const pool of pools) await pool.end();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Lane {
  pool: pg.Pool;
  /** As the worker does: what was claimed is not read again. */
  dueAfterMs: number;
}

/** @returns median ms of a claim from each */
async function timeClaims(few: Lane, many: Lane, claims: number): Promise<[few: number, many: number]> {
  const times = new Map<Lane, number[]>([few, many].map((lane) => [lane, []]));
  for (let i = 0; i < claims; i++) for (const [lane, taken] of times) taken.push(await timeClaim(lane));
  return [median(times.get(few) as number[]), median(times.get(many) as number[])];
}

async function timeClaim(lane: Lane): Promise<number> {
  const claim = { shard: 1, subscriptionId: LANE, class: "first" as const, dueAfterMs: lane.dueAfterMs, dueBeforeMs: Date.now(), n: ROWS };
  const began = performance.now();
  const rows = await claimDeliveries(lane.pool, Date.now(), [claim], crypto.randomUUID(), LEASE_MS);
  const tookMs = performance.now() - began;
  if (rows.length < ROWS) throw new Error(`a claim got ${rows.length} of ${ROWS}`);
  lane.dueAfterMs = Math.max(...rows.map(({ dueMs }) => dueMs));
  return tookMs;
}

/** A database as the product prepares it, with one lane and its pending deliveries. @returns its URL */
async function makeDatabase(serverUrl: string, name: string, rows: number): Promise<string> {
  await withSession(serverUrl, "bench", async (client) => void (await client.query(`CREATE DATABASE ${name}`)));
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await prepareDatabase(url, path.join(import.meta.dirname, "../prisma/migrations"));
  await withSession(url, "bench", async (client) => {
    await client.query(`INSERT INTO tenants (id, name, kind, plan) VALUES ($1, 'Bench', 'customer', 'scale')`, [TENANT]);
    await client.query(
      `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{a}', 1)`,
      [LANE, TENANT],
    );
    await client.query(
      `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, next_attempt_at, deadline_at, body_bytes)
       SELECT (lpad(to_hex(ms), 12, '0') || '7000' || '8000' || lpad(to_hex(i), 12, '0'))::uuid, 1, gen_random_uuid(), $1, 'first', 'at_least_once',
         to_timestamp(ms / 1000.0), now() + interval '1 day', 900
       FROM (SELECT i, (extract(epoch FROM now()) * 1000)::bigint - $2::integer + i AS ms FROM generate_series(1, $2::integer) AS i) AS due`,
      [LANE, rows],
    );
    await analyzeGrowth(client, Date.now());
  });
  return url;
}
