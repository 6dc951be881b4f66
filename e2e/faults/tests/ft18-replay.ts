import { setTimeout as sleep } from "node:timers/promises";
import { defaultPolicyConfig } from "@hooklane/core";
import { waitFor } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { drain } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { replace } from "../harness/processes.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";
import { delaysOf, type Phase } from "../harness/with-and-without.ts";

const sizes = {
  ci: { deadEach: 400, baselineSeconds: 5, policy: { ...shortPolicy, rate: { start_per_s: 50 } }, slackMs: 50 },
  // A tenth of 50,000 for each of three lanes, or making them dead would take longer than replaying them
  full: { deadEach: 5_000, baselineSeconds: 30, policy: {}, slackMs: 5 },
};
const livePerSecond = 20;
const cancelMs = 5_000;
/** A worker that was not heard of for 10 s has lost its shards; until then and a little longer what it owned waits. */
const takeoverMs = 15_000;
const liveRatio = 1.5;
const stepMs = 5_000;
const leastBesideMs = 10_000;

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

/** Many dead deliveries are replayed: one replay is cancelled, one loses its worker, one is started twice and overlapped by another, and live events go on beside them. */
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
    const sinceMs = Date.now() - 60_000;
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
    const p99Of = (...phases: Phase[]) =>
      quantile(
        phases.flatMap((phase) => delaysOf(world, tenant, phase)),
        0.99,
      );
    const aloneFromMs = Date.now();
    await sleep(baselineSeconds * 1_000);
    const baseline = p99Of({ fromMs: aloneFromMs, toMs: Date.now() - 1_000 });

    const besideFromMs = Date.now();
    const replay = (name: (typeof names)[number], untilMs = besideFromMs) => start(tenant, laneOf(name), sinceMs, untilMs);
    const [toCancel, toKill, first] = [await replay("cancelled"), await replay("killed"), await replay("twice")];
    const second = await replay("twice");
    const overlapping = await replay("twice", besideFromMs + 1);
    await waitFor(async () => (await read(tenant, toCancel)).delivered > 0, { what: "the replay to begin", timeoutMs: 60_000 });
    const cancelledAtMs = Date.now();
    await tenant.api("POST", `/v1/jobs/${toCancel}/cancel`);
    await waitFor(async () => (await read(tenant, toCancel)).state === "cancelled", {
      what: "the replay to be cancelled",
      timeoutMs: 60_000,
    });
    verdict.atMost("cancel_ms", Date.now() - cancelledAtMs, cancelMs);
    const killedAtMs = Date.now();
    const [victim] = world.product.pids("worker");
    if (victim !== undefined) await replace(world.product, "worker", victim, "SIGKILL");
    await waitFor(
      async () =>
        (await Promise.all([toKill, first, overlapping].map((id) => read(tenant, id)))).every(({ state }) => state === "completed"),
      {
        what: "the other replays to complete",
        timeoutMs: 1_200_000,
        intervalMs: 500,
      },
    );
    // Small replays are over before the killed worker's shards are somebody's again
    await sleep(Math.max(0, killedAtMs + takeoverMs + leastBesideMs - Date.now()));
    const endMs = Date.now() - 1_000;
    await traffic.stop();
    const steps = Array.from({ length: Math.ceil((endMs - besideFromMs) / stepMs) }, (_, i) => besideFromMs + i * stepMs);
    const timeline = steps.map((fromMs) => Math.round(p99Of({ fromMs, toMs: fromMs + stepMs })));
    say(
      `live p99 in ms every ${stepMs / 1_000} s since the replays began, a worker killed after ${killedAtMs - besideFromMs} ms: ${timeline.join(" ")}`,
    );

    verdict.books(await settle(world, { timeoutMs: 240_000 }));
    verdict.figure("live_p99_ms_without", baseline);
    // What the replays do to live events, and not what the death of their worker does
    const beside = [
      { fromMs: besideFromMs, toMs: killedAtMs - 1_000 },
      { fromMs: killedAtMs + takeoverMs, toMs: endMs },
    ];
    verdict.atMost("live_p99_ms_beside", p99Of(...beside), liveRatio * baseline + slackMs);
    verdict.atMost(
      "live_max_ms_at_kill",
      quantile(delaysOf(world, tenant, { fromMs: killedAtMs, toMs: killedAtMs + takeoverMs }), 1),
      takeoverMs,
    );
    for (const [name, id] of Object.entries({ cancelled: toCancel, killed: toKill, twice: first, overlapping })) {
      const { selected, delivered, dead, cancelled, pending } = await read(tenant, id);
      verdict.figure(`selected_${name}`, selected);
      verdict.figure(`delivered_${name}`, delivered);
      verdict.exactly(`unaccounted_${name}`, selected - delivered - dead - cancelled - pending, 0);
      if (name === "killed") verdict.exactly(`replayed_${name}`, delivered, deadEach);
    }
    // Each delivery belongs to one of them, or both name the same
    const copies = world.copies().filter(({ endpoint, statusSent }) => endpoint === "twice" && statusSent === 200);
    verdict.exactly("delivered_of_both", new Set(copies.map(({ webhookId }) => webhookId)).size, deadEach);
    // What was in flight at the kill may arrive once more
    verdict.atMost("delivered_again", copies.length - deadEach, defaultPolicyConfig.host.cap);
    verdict.must(second === first, `a second replay of the same was started: ${second}`);
  },
};

/** @returns the job's id; while one of the same range is open, that one's */
async function start(tenant: Tenant, { id }: Lane, sinceMs: number, untilMs: number): Promise<string> {
  const range = { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() };
  return (await tenant.api<{ job_id: string }>("POST", `/v1/subscriptions/${id}/replay`, range)).job_id;
}

const read = (tenant: Tenant, jobId: string): Promise<Job> => tenant.api("GET", `/v1/jobs/${jobId}`);
