import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import type { FaultTest } from "../fault-test.ts";
import { claimFindings, watchClaims } from "../harness/claim-watch.ts";
import { overlappingCopies, peakInFlight, repeatedAttempts } from "../harness/copies.ts";
import { startLoad } from "../harness/load.ts";
import { staleWritesRefused } from "../harness/process-logs.ts";
import { replace } from "../harness/processes.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { World } from "../harness/world.ts";

const sizes = {
  ci: { ratePerSecond: 40, fannedOfCrowded: 2, kills: 3, calmSeconds: 8, policy: shortPolicy },
  // A quarter of 300 deliveries/s, and 20 kills instead of five minutes' worth of 54. What a killed worker had in flight may be so for 40 s, and fills the caps of
  // the slow hosts meanwhile: they get little done between kills, and no more than they can make up for afterwards
  full: { ratePerSecond: 40, fannedOfCrowded: 4, kills: 20, calmSeconds: 60, policy: {} },
};
/** Several subscriptions of one host, so slow that together they want more than the host's cap. */
const crowd = Array.from({ length: 8 }, (_, i) => `crowd_${i}`);
const crowdLatencyMs = 1_500;
const hostCap = 20;

/** kill -9 of a worker, again and again: what it held returns when its lease ends, and no other worker exceeds a host's cap for it. */
export const ft01: FaultTest = {
  id: "FT1",
  title: "kill -9 of workers under load",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const { ratePerSecond, fannedOfCrowded, kills, calmSeconds, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({
      workers: 3,
      policy,
      receivers: { healthy: { kind: "healthy" }, slow: { kind: "slow", delayMs: 300 }, crowd: { kind: "slow", delayMs: crowdLatencyMs } },
    });
    await watchClaims(world.db);
    const tenant = await world.tenant("Kill");
    const eventType = "fault.fanned";
    const fanned = [await tenant.subscribe("healthy", { eventType }), await tenant.subscribe("slow", { eventType })];
    const crowded = await Promise.all(crowd.map((name) => tenant.subscribe("crowd", { eventType: `fault.${name}` })));
    // Most events are fanned out; the others go to the crowded host, about as many as the 13 a second that its cap and latency allow
    const groups = crowded.flatMap((lane) => [...Array.from({ length: fannedOfCrowded }, () => fanned), [lane]]);
    const load = startLoad(await tenant.producer(), { ratePerSecond, groups });

    const random = sfc32(1);
    const betweenMs = (least: number, most: number) => least + random() * (most - least);
    let heldAtKills = 0;
    for (let n = 0; n < kills; n += 1) {
      await sleep(betweenMs(3_000, 8_000));
      heldAtKills += await inFlight(world);
      const pids = world.product.pids("worker");
      const victim = pids[Math.floor(random() * pids.length)] as number;
      await replace(world.product, "worker", victim, "SIGKILL");
    }
    const faultsEndedAtMs = Date.now();
    say(`${kills} workers killed`);
    await sleep(calmSeconds * 1_000);
    await load.stop();

    const books = await settle(world, { timeoutMs: 300_000, faultsEndedAtMs });
    verdict.books(books);
    verdict.figure("kills", kills);
    verdict.atMost("duplicates", books.duplicates, heldAtKills);
    verdict.figure("duplicates_per_kill", books.duplicates / kills);
    const { claims, doubleClaims, stolenLeases } = await claimFindings(world.db);
    verdict.figure("claims", claims);
    verdict.exactly("double_claims", doubleClaims, 0);
    verdict.exactly("stolen_leases", stolenLeases, 0);
    verdict.figure("stale_writes_refused", staleWritesRefused(world.product.dataFolder));
    // Another worker may still count on the shards of the last victim for as long as its heartbeat lasts
    const settledMs = faultsEndedAtMs + 2_000;
    const copies = world.copies();
    verdict.exactly("repeated_attempt_numbers", repeatedAttempts(copies), 0);
    verdict.exactly("overlapping_copies", overlappingCopies(copies), 0);
    const peak = peakInFlight(copies, "crowd", settledMs, faultsEndedAtMs + calmSeconds * 1_000);
    verdict.atMost("max_in_flight_host", peak, hostCap * 1.1);
    verdict.must(peak >= hostCap / 2, `the crowded host had ${peak} requests in flight at most: its cap was not tried`);
  },
};

async function inFlight({ db }: World): Promise<number> {
  const { rows } = await db.query<{ n: number }>("SELECT count(*)::integer AS n FROM deliveries WHERE state = 'inflight'");
  return rows[0]?.n ?? Number.NaN;
}
