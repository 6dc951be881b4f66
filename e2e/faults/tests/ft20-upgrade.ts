import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareDatabase } from "@hooklane/db";
import pg from "pg";
import type { FaultContext, FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { startOwnDatabase } from "../harness/own-database.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";

const sizes = { ci: { rows: 20_000, seconds: 8 }, full: { rows: 1_000_000, seconds: 60 } };
const lockWaitMs = 2_000;
const ingestP99Ms = 1_000;
const ratePerSecond = 50;
const migrations = path.join(import.meta.dirname, "../../../prisma/migrations");

/** A database of the version before with many rows, used all the while, brought up to date by two starters at once, and then by the product. */
export const ft20: FaultTest = {
  id: "FT20",
  title: "upgrade of the schema under load",
  profiles: ["full"],
  async run(context) {
    const { profile, verdict, world: open, atEnd, say } = context;
    const { rows, seconds } = profile === "ci" ? sizes.ci : sizes.full;
    const database = await startOwnDatabase();
    atEnd(database.stop);
    await prepareDatabase(database.url, earlierMigrations(context));
    const db = new pg.Pool({ connectionString: database.url, max: 4 });
    atEnd(() => db.end());
    await plantRows(db, rows);
    say(`${rows} deliveries under the schema of before`);

    const traffic = startTraffic(db);
    await sleep(1_000);
    await Promise.all([prepareDatabase(database.url, migrations), prepareDatabase(database.url, migrations)]);
    await sleep(1_000);
    const { longestMs, failed, statements } = await traffic.stop();
    verdict.figure("statements_during_upgrade", statements);
    verdict.exactly("failed_inserts", failed, 0);
    verdict.atMost("longest_lock_ms", longestMs, lockWaitMs);

    const world = await open({ database: { productUrl: database.url, url: database.url }, receivers: { healthy: { kind: "healthy" } } });
    const tenant = await world.tenant("Upgrade");
    const lane = await tenant.subscribe("healthy");
    const producer = await tenant.producer();
    await startLoad(producer, { ratePerSecond, groups: [[lane]], seconds }).done;
    verdict.books(await settle(world, { timeoutMs: 60_000 }));
    const answers = producer.records().map(({ atMs, outcome }) => outcome.atMs - atMs);
    verdict.atMost("ingest_p99_ms", quantile(answers, 0.99), ingestP99Ms);
  },
};

/** A folder with all migrations but the latest. */
function earlierMigrations({ atEnd }: FaultContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-faults-migrations-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const names = readdirSync(migrations)
    .filter((name) => /^\d/.test(name))
    .toSorted();
  for (const name of [...names.slice(0, -1), "migration_lock.toml"])
    cpSync(path.join(migrations, name), path.join(folder, name), { recursive: true });
  return folder;
}

/** Final deliveries of today, as the product would have left them. */
async function plantRows(db: pg.Pool, count: number): Promise<void> {
  await db.query(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, attempt, next_attempt_at, deadline_at, body_bytes, finished_at)
     SELECT (lpad(to_hex(floor(extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5('x' || n), 1, 15))::uuid,
       n % 1024, gen_random_uuid(), md5((n % 1000)::text)::uuid, 'first', 'at_least_once', 'delivered', 1, now(), now() + interval '1 day', 500, now()
     FROM generate_series(1, $1) n`,
    [count],
  );
}

interface Traffic {
  stop(): Promise<{ longestMs: number; failed: number; statements: number }>;
}

/** Inserts and finishes deliveries, as the version before would go on doing. */
function startTraffic(db: pg.Pool): Traffic {
  let isStopped = false;
  const seen = { longestMs: 0, failed: 0, statements: 0 };
  const work = async () => {
    for (let n = 1; !isStopped; n += 1) {
      const begun = performance.now();
      try {
        await plantRows(db, 1 + (n % 3));
        await db.query("UPDATE deliveries SET attempt = attempt + 1 WHERE id IN (SELECT id FROM deliveries ORDER BY id DESC LIMIT 3)");
      } catch {
        seen.failed += 1;
      }
      seen.statements += 2;
      seen.longestMs = Math.max(seen.longestMs, performance.now() - begun);
      await sleep(20);
    }
  };
  const working = work();
  return {
    stop: async () => {
      isStopped = true;
      await working;
      return seen;
    },
  };
}
