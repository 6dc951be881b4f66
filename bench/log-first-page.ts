import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { listTenantDeliveries, openPool, prepareDatabase, withSession } from "@hooklane/db";
import { startEmbeddedPostgres } from "@hooklane/embedded-pg";
import { median, round2 } from "./statistics.ts";

const DELIVERIES = 1_000_000;
const LANES = 5_000;
const READS = 15;
const PAGE = 50;
const TENANT = "00000000-0000-7000-8000-000000000002";

/** What the first page of a tenant's log takes the server, over 1,000,000 deliveries to 5,000 subscriptions: the median, without the connection's first read. */
export async function logFirstPage(say: (line: string) => void): Promise<Record<string, number>> {
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const server = await startEmbeddedPostgres({ dir, password: "bench" });
  try {
    const url = Object.assign(new URL(server.url), { pathname: "/bench_log" }).href;
    await withSession(server.url, "bench", async (client) => void (await client.query("CREATE DATABASE bench_log")));
    await prepareDatabase(url, path.join(import.meta.dirname, "../prisma/migrations"));
    await withSession(url, "bench", async (client) => {
      await client.query(`INSERT INTO tenants (id, name, kind, plan) VALUES ($1, 'Bench', 'customer', 'scale')`, [TENANT]);
      await client.query(
        `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard)
         SELECT ('00000000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, 'https://rx.example/', 'rx.example:443', '{a}', 1 FROM generate_series(1, $2::integer) i`,
        [TENANT, LANES],
      );
      await client.query(
        `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes, finished_at)
         SELECT (lpad(to_hex(ms), 12, '0') || '7000' || '8000' || lpad(to_hex(i), 12, '0'))::uuid, 1, gen_random_uuid(),
           ('00000000-0000-7000-9000-' || lpad(to_hex(1 + (i::bigint * 7919) % $2::integer), 12, '0'))::uuid, 'first', 'at_least_once',
           CASE WHEN i % 20 = 0 THEN 'dead' ELSE 'delivered' END, now(), now(), 900, now()
         FROM (SELECT i, (extract(epoch FROM now()) * 1000)::bigint - $1::integer + i AS ms FROM generate_series(1, $1::integer) AS i) AS made`,
        [DELIVERIES, LANES],
      );
      await client.query("ANALYZE");
    });
    say(`${DELIVERIES} deliveries to ${LANES} subscriptions are there`);
    const pool = openPool({ url, applicationName: "bench", max: 1, onError: () => {} });
    try {
      const timed = async (filter: object): Promise<number> => {
        const tookMs: number[] = [];
        for (let i = 0; i <= READS; i++) {
          const began = performance.now();
          const { rows } = await listTenantDeliveries(pool, { tenantId: TENANT, limit: PAGE, ...filter });
          tookMs.push(performance.now() - began);
          if (rows.length !== PAGE) throw new Error(`a page has ${rows.length} of ${PAGE}`);
        }
        return round2(median(tookMs.slice(1)));
      };
      return { log_first_page_ms: await timed({}), log_first_page_filtered_ms: await timed({ states: ["dead"] }) };
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
