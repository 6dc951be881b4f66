import { setTimeout as sleep } from "node:timers/promises";
import type { FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";
import { delaysOf } from "../harness/with-and-without.ts";
import type { World } from "../harness/world.ts";

const sizes = { ci: { baselineSeconds: 8, heldSeconds: 20, ratio: 5 }, soak: { baselineSeconds: 60, heldSeconds: 1_200, ratio: 3 } };
const ratePerSecond = 100;
const slackMs = 50;
/** The server's own limit for a transaction in which nothing happens, and a little. */
const guardMs = 75_000;

/** A transaction that keeps its snapshot for long while rows die behind it: claims stay as fast, or nearly so, and a forgotten one is ended. */
export const ft21: FaultTest = {
  id: "FT21",
  title: "long snapshot under load",
  profiles: ["soak"],
  async run({ profile, verdict, world: open, say }) {
    const { baselineSeconds, heldSeconds, ratio } = profile === "soak" ? sizes.soak : sizes.ci;
    const world = await open({ receivers: { healthy: { kind: "healthy" } } });
    const tenant = await world.tenant("Snapshot");
    const lane = await tenant.subscribe("healthy");
    const load = startLoad(await tenant.producer(), { ratePerSecond, groups: [[lane]] });
    await sleep(3_000);
    const p99Of = async (seconds: number): Promise<number> => {
      const fromMs = Date.now();
      await sleep(seconds * 1_000);
      const toMs = Date.now();
      await sleep(2_000);
      return quantile(delaysOf(world, tenant, { fromMs, toMs }), 0.99);
    };
    const baseline = await p99Of(baselineSeconds);

    const holder = await world.db.connect();
    await holder.query("SET idle_in_transaction_session_timeout = 0");
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await holder.query("SELECT count(*) FROM deliveries");
    await sleep(Math.max(0, heldSeconds - baselineSeconds) * 1_000);
    const held = await p99Of(baselineSeconds);
    const dead = await deadRows(world);
    await holder.query("ROLLBACK");
    holder.release();
    say(`a snapshot was held for ${heldSeconds} s; ${dead} dead rows`);
    await world.db.query("VACUUM deliveries");
    const after = await p99Of(baselineSeconds);

    verdict.figure("dead_rows", dead);
    verdict.figure("p99_ms_before", baseline);
    verdict.atMost("p99_ms_held", held, ratio * baseline + slackMs);
    verdict.atMost("p99_ms_after", after, ratio * baseline + slackMs);
    if (profile === "soak") verdict.atMost("forgotten_ended_after_ms", await forgottenMs(world), guardMs);
    await load.stop();
    verdict.books(await settle(world, { timeoutMs: 120_000 }));
  },
};

async function deadRows({ db }: World): Promise<number> {
  const { rows } = await db.query<{ dead: number }>(
    "SELECT coalesce(sum(n_dead_tup), 0)::integer AS dead FROM pg_stat_user_tables WHERE relname LIKE 'deliveries%'",
  );
  return rows[0]?.dead ?? Number.NaN;
}

/** How long a transaction in which nothing happens lives under the server's own settings, milliseconds. */
async function forgottenMs({ db }: World): Promise<number> {
  const client = await db.connect();
  const begun = performance.now();
  const ended = new Promise<void>((resolve) => client.once("error", () => resolve()));
  await client.query("BEGIN");
  await Promise.race([ended, sleep(2 * guardMs)]);
  client.release(true);
  return performance.now() - begun;
}
