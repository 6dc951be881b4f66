import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "@hooklane/testkit";
import { type FaultTest, Skipped } from "../fault-test.ts";
import { drain } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { replace } from "../harness/processes.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";
import { delaysOf } from "../harness/with-and-without.ts";

const sizes = {
  ci: { deadEach: 400, baselineSeconds: 5, policy: { ...shortPolicy, rate: { start_per_s: 50 } }, slackMs: 50 },
  // A tenth of 50,000 for each of three lanes, or making them dead would take longer than replaying them
  full: { deadEach: 5_000, baselineSeconds: 30, policy: {}, slackMs: 5 },
};
const livePerSecond = 20;
const cancelMs = 5_000;
const liveRatio = 1.5;

/** A bulk replay as the API shows it. */
interface Job {
  readonly id: string;
  readonly state: string;
  readonly selected: number;
  readonly delivered: number;
  readonly dead: number;
  readonly cancelled: number;
  readonly pending: number;
}

/** Many dead deliveries are replayed: one replay is cancelled, one loses its worker, one is started twice, and live events go on beside them. */
export const ft18: FaultTest = {
  id: "FT18",
  title: "bulk replay, cancelled, killed and started twice",
  profiles: ["full"],
  async run({ profile, verdict, world: open, say }) {
    const { deadEach, baselineSeconds, policy, slackMs } = profile === "ci" ? sizes.ci : sizes.full;
    const names = ["cancelled", "killed", "twice"] as const;
    const receivers = {
      live: { kind: "healthy" },
      ...Object.fromEntries(names.map((name) => [name, { kind: "status", status: 400 } as const])),
    } as const;
    const world = await open({ workers: 2, policy, receivers });
    const tenant = await world.tenant("Replay");
    const live = await tenant.subscribe("live");
    const lanes = new Map<string, Lane>();
    for (const name of names) lanes.set(name, await tenant.subscribe(name));
    const laneOf = (name: (typeof names)[number]): Lane => lanes.get(name) as Lane;
    const since = new Date(Date.now() - 60_000).toISOString();
    const producer = await tenant.producer();
    await Promise.all(
      names.flatMap((name) =>
        Array.from({ length: deadEach }, (_, n) =>
          producer.post({ type: laneOf(name).eventType, payload: String(n), targets: [laneOf(name).id] }),
        ),
      ),
    );
    await drain(world.db, { timeoutMs: 300_000 });
    for (const name of names) await world.receivers?.set(name, { kind: "slow", delayMs: 20 });
    say(`${deadEach * names.length} deliveries are dead`);

    const liveProducer = await tenant.producer();
    const traffic = startLoad(liveProducer, { ratePerSecond: livePerSecond, groups: [[live]] });
    const p99Since = (fromMs: number) => quantile(delaysOf(world, tenant, { fromMs, toMs: Date.now() - 1_000 }), 0.99);
    let fromMs = Date.now();
    await sleep(baselineSeconds * 1_000);
    const baseline = p99Since(fromMs);

    fromMs = Date.now();
    const [toCancel, toKill, first] = [
      await start(tenant, laneOf("cancelled"), since),
      await start(tenant, laneOf("killed"), since),
      await start(tenant, laneOf("twice"), since),
    ];
    const second = await start(tenant, laneOf("twice"), since);
    await waitFor(async () => (await read(tenant, toCancel)).delivered > 0, { what: "the replay to begin", timeoutMs: 60_000 });
    const cancelledAtMs = Date.now();
    await tenant.api("POST", `/v1/jobs/${toCancel}/cancel`);
    await waitFor(async () => (await read(tenant, toCancel)).state === "cancelled", {
      what: "the replay to be cancelled",
      timeoutMs: 60_000,
    });
    verdict.atMost("cancel_ms", Date.now() - cancelledAtMs, cancelMs);
    const [victim] = world.product.pids("worker");
    if (victim !== undefined) await replace(world.product, "worker", victim, "SIGKILL");
    await waitFor(
      async () => (await Promise.all([read(tenant, toKill), read(tenant, first)])).every(({ state }) => state === "completed"),
      {
        what: "the other replays to complete",
        timeoutMs: 1_200_000,
        intervalMs: 500,
      },
    );
    const liveP99 = p99Since(fromMs);
    await traffic.stop();

    verdict.books(await settle(world, { timeoutMs: 240_000 }));
    verdict.figure("live_p99_ms_without", baseline);
    verdict.atMost("live_p99_ms_beside", liveP99, liveRatio * baseline + slackMs);
    for (const [name, id] of Object.entries({ cancelled: toCancel, killed: toKill, twice: first })) {
      const { selected, delivered, dead, cancelled, pending } = await read(tenant, id);
      verdict.figure(`selected_${name}`, selected);
      verdict.figure(`delivered_${name}`, delivered);
      verdict.exactly(`unaccounted_${name}`, selected - delivered - dead - cancelled - pending, 0);
      if (name !== "cancelled") verdict.exactly(`replayed_${name}`, delivered, deadEach);
    }
    verdict.must(second === first || second === "refused", `a second replay of the same was started: ${second}`);
  },
};

/** @returns the job's id; `refused` when there is one already */
async function start(tenant: Tenant, { id }: Lane, since: string): Promise<string> {
  const until = new Date().toISOString();
  try {
    return (await tenant.api<{ job_id: string }>("POST", `/v1/subscriptions/${id}/replay`, { since, until })).job_id;
  } catch (error) {
    if (/answered 409/.test((error as Error).message)) return "refused";
    if (/answered 404/.test((error as Error).message)) throw new Skipped("this version has no bulk replay");
    throw error;
  }
}

const read = (tenant: Tenant, jobId: string): Promise<Job> => tenant.api("GET", `/v1/jobs/${jobId}`);
