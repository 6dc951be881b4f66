import { gzipSync } from "node:zlib";
import type { Answer, Behaviour } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { rssMb, watchPeak } from "../harness/processes.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import { subscribeAll } from "../harness/tenant.ts";
import { compareVictims } from "../harness/with-and-without.ts";
import type { World } from "../harness/world.ts";

const sizes = {
  ci: {
    healthy: 10,
    each: 2,
    sickPerSecond: 20,
    phaseSeconds: 4,
    totalMs: shortPolicy.deadline.total_ms,
    policy: { ...shortPolicy, breaker: { open_ms: 3_000, max_open_ms: 6_000 } },
    ratio: 1.5,
    slackMs: 50,
  },
  // Half a minute instead of ten for each of the six phases
  full: { healthy: 50, each: 10, sickPerSecond: 50, phaseSeconds: 30, totalMs: 30_000, policy: {}, ratio: 1.2, slackMs: 5 },
};
const rssGrowthMb = 100;
/** Between the deadline and the end of the attempt's record. */
const slotSlackMs = 1_000;

const ok = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n";
const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));

/** Answers without an end, or too large, that start out like any other. */
const answers: Record<string, Answer> = {
  drip_body: { kind: "stream", head: ok, chunk: ".", everyMs: 1_000, status: 200 },
  drip_head: { kind: "stream", head: "HTTP/1.1 200 OK\r\nx-drip: ", chunk: ".", everyMs: 1_000 },
  early_hints: { kind: "stream", head: "", chunk: "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", everyMs: 20 },
  endless_body: { kind: "stream", head: ok, chunk: Buffer.alloc(65_536), everyMs: 0, status: 200 },
  large_head: { kind: "raw", bytes: `HTTP/1.1 200 OK\r\nx-big: ${"v".repeat(20_480)}\r\ncontent-length: 0\r\n\r\n`, end: "hold" },
  gzip_bomb: {
    kind: "raw",
    bytes: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
    end: "hold",
    status: 200,
  },
};

/** Answers that never end or are far too large: no slot is held beyond the deadline, memory stays flat, the neighbours notice nothing. */
export const ft06: FaultTest = {
  id: "FT6",
  title: "dripping, endless and oversized answers",
  profiles: ["full"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "ci" ? sizes.ci : sizes.full;
    const healthyNames = Array.from({ length: size.healthy }, (_, i) => `healthy_${i}`);
    const sick = Object.entries(answers).flatMap(([name, answer]) =>
      Array.from({ length: size.each }, (_, i): [string, Behaviour] => [`${name}_${i}`, { kind: "scripted", respond: () => answer }]),
    );
    const world = await open({
      policy: size.policy,
      receivers: Object.fromEntries(healthyNames.map((name) => [name, { kind: "healthy" }])),
      scripted: Object.fromEntries(sick),
    });
    const victim = await world.tenant("Victim");
    const endless = await world.tenant("Endless");
    const lanes = await subscribeAll(victim, healthyNames);
    const sickLanes = await subscribeAll(
      endless,
      sick.map(([name]) => name),
    );
    const [worker = 0] = world.product.pids("worker");
    const memory = watchPeak(() => rssMb(worker));
    const { withoutMs, besideMs } = await compareVictims({
      world,
      victims: { tenant: victim, lanes, ratePerSecond: size.healthy * 2 },
      sick: { tenant: endless, lanes: sickLanes, ratePerSecond: size.sickPerSecond },
      phaseSeconds: size.phaseSeconds,
      totalMs: size.totalMs,
      say,
    });
    const { first, peak } = memory.stop();

    verdict.books(await settle(world, { timeoutMs: 60_000, sick: sickLanes }));
    verdict.figure("victim_p99_ms_without", withoutMs);
    verdict.atMost("victim_p99_ms_beside", besideMs, size.ratio * withoutMs + size.slackMs);
    verdict.figure("victim_p99_ratio", besideMs / withoutMs);
    verdict.atMost("rss_growth_mb", peak - first, rssGrowthMb);
    verdict.atMost("longest_slot_ms", await longestAttemptMs(world), size.totalMs + slotSlackMs);
    verdict.must(world.product.pids("worker").includes(worker), "the worker was restarted");
  },
};

async function longestAttemptMs({ db }: World): Promise<number> {
  const { rows } = await db.query<{ longest: number }>("SELECT max(duration_ms) AS longest FROM attempts");
  return rows[0]?.longest ?? Number.NaN;
}
