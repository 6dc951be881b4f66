import { setTimeout as sleep } from "node:timers/promises";
import { watchTransactions } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { drain } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { openDescriptors, rssMb, watchPeak } from "../harness/processes.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";
import type { World } from "../harness/world.ts";

const sizes = {
  ci: { spread: 400, hosts: 20, crowd: 300, eventsPerSecond: 40, seconds: 10 },
  // A tenth of 5,000 events/s, which no two cores take beside their receivers, and a quarter of 40,000 at one host
  full: { spread: 50_000, hosts: 500, crowd: 10_000, eventsPerSecond: 500, seconds: 60 },
};
const broadcasts = 3;
const ingestP99Ms = 500;
const transactionMs = 2_000;
const memoryMb = 1_024;
const descriptorShare = 0.5;
/** Of one host, no subscription gets more than this many times its fair share. */
const fairShares = 2;
/** Calls of the API at a time while the subscriptions are made. */
const makers = 8;

/** Very many subscriptions: over many hosts, of one event type, and of one host. */
export const ft08: FaultTest = {
  id: "FT8",
  title: "50,000 subscriptions",
  profiles: ["full"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({ receivers: { many: { kind: "healthy" }, crowd: { kind: "healthy" } }, receiverHost: "0.0.0.0" });
    const [worker = 0] = world.product.pids("worker");
    const idleMb = rssMb(worker);
    const tenant = await world.tenant("Many");
    const port = world.receivers?.ports.many;
    const spread = await makeLanes(size.spread, (n) => {
      const host = n % size.hosts;
      return tenant.subscribe("many", { eventType: `fault.many_${n}`, url: `http://127.1.${host >> 8}.${host & 255}:${port}/` });
    });
    const crowd = await makeLanes(size.crowd, () => tenant.subscribe("crowd", { eventType: "fault.crowd" }));
    say(`${spread.length + crowd.length} subscriptions made`);

    const memory = watchPeak(() => rssMb(worker), 1_000);
    const descriptors = watchPeak(() => openDescriptors(worker), 1_000);
    const transactions = watchTransactions(world.db, "faults");
    const producer = await tenant.producer();
    await startLoad(producer, { ratePerSecond: size.eventsPerSecond, groups: spread.map((lane) => [lane]), seconds: size.seconds }).done;
    await drain(world.db, { timeoutMs: 120_000 });

    // Each of these has its deliveries made by a job, beside a stream of ordinary events
    const ordinary = startLoad(await tenant.producer(), { ratePerSecond: 20, groups: spread.slice(0, 20).map((lane) => [lane]) });
    const begunMs = Date.now();
    for (let n = 0; n < broadcasts; n += 1)
      await producer.post({ type: "fault.crowd", payload: `{"n":${n}}`, targets: crowd.map(({ id }) => id) });
    const half = await halfWay(world, crowd, broadcasts);
    await fannedOut(world);
    verdict.figure("fan_out_ms", Date.now() - begunMs);
    await ordinary.stop();
    await drain(world.db, { timeoutMs: 1_800_000 });
    verdict.figure("crowd_drained_ms", Date.now() - begunMs);

    verdict.books(await settle(world, { timeoutMs: 60_000, fromDatabase: true }));
    verdict.atMost("ingest_p99_ms", quantile(answerTimes(tenant, begunMs), 0.99), ingestP99Ms);
    const longest = await transactions.stop();
    say(`the longest transaction was at: ${longest.statement.replaceAll(/\s+/g, " ")}`);
    verdict.atMost("longest_transaction_ms", longest.ms, transactionMs);
    const { peak } = memory.stop();
    verdict.atMost("rss_peak_mb", peak, memoryMb);
    verdict.figure("rss_mb_per_10k", ((peak - idleMb) / (spread.length + crowd.length)) * 10_000);
    verdict.atMost("descriptor_share", descriptors.stop().peak / descriptorLimit(), descriptorShare);
    verdict.figure("jain", half.jain);
    verdict.atMost("most_over_fair_share", half.mostOverMean, fairShares);
  },
};

async function makeLanes(count: number, make: (n: number) => Promise<Lane>): Promise<Lane[]> {
  const lanes: Lane[] = [];
  let next = 0;
  const maker = async () => {
    while (next < count) lanes.push(await make(next++));
  };
  await Promise.all(Array.from({ length: makers }, maker));
  return lanes;
}

/** How evenly one host's subscriptions were served when half of what they are to get was delivered. */
async function halfWay({ db }: World, crowd: readonly Lane[], each: number): Promise<{ jain: number; mostOverMean: number }> {
  const total = crowd.length * each;
  for (;;) {
    const { rows } = await db.query<{ sum: number; squares: number; most: number }>(
      `SELECT coalesce(sum(n), 0)::float8 AS sum, coalesce(sum(n * n), 0)::float8 AS squares, coalesce(max(n), 0)::float8 AS most
       FROM (SELECT count(*) AS n FROM deliveries WHERE subscription_id = ANY($1) AND state = 'delivered' GROUP BY subscription_id) t`,
      [crowd.map(({ uuid }) => uuid)],
    );
    const { sum = 0, squares = 1, most = 0 } = rows[0] ?? {};
    // With a broadcast each there is at least one for everybody before a second one is more than the fair share
    if (sum >= total / 2) return { jain: (sum * sum) / (crowd.length * squares), mostOverMean: most / (sum / crowd.length) };
    await sleep(100);
  }
}

async function fannedOut({ db }: World): Promise<void> {
  while ((await db.query("SELECT 1 FROM fan_outs WHERE state = 'running' LIMIT 1")).rows.length > 0) await sleep(100);
}

/** From posting to the answer, milliseconds, of events posted since then. */
const answerTimes = ({ producers }: Tenant, sinceMs: number): number[] =>
  producers
    .flatMap((producer) => producer.records())
    .filter(({ atMs }) => atMs >= sinceMs)
    .map(({ atMs, outcome }) => outcome.atMs - atMs);

/** What this process may open, which those that it starts may, too. */
function descriptorLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
