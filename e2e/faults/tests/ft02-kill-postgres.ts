import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import type { FaultTest } from "../fault-test.ts";
import { openDeliveries } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { probe } from "../harness/probe.ts";
import { databaseBackends } from "../harness/processes.ts";
import { unansweredRequests } from "../harness/producer-lines.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { World } from "../harness/world.ts";

const sizes = {
  ci: { ratePerSecond: 40, servers: 3, sessions: 3, pauseMs: 2_000, policy: shortPolicy },
  // A third of 300 deliveries/s, and half of 30 sessions
  full: { ratePerSecond: 60, servers: 10, sessions: 15, pauseMs: 5_000, policy: {} },
};

/** kill -9 of the database server and of single sessions, with answers under way: no 202 without a durable event, and no hand needed after it. */
export const ft02: FaultTest = {
  id: "FT2",
  title: "kill -9 of Postgres under load",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const { ratePerSecond, servers, sessions, pauseMs, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({ workers: 2, policy, receivers: { healthy: { kind: "healthy" }, slow: { kind: "slow", delayMs: 300 } } });
    const tenant = await world.tenant("Outage");
    const eventType = "fault.fanned";
    const fanned = [await tenant.subscribe("healthy", { eventType }), await tenant.subscribe("slow", { eventType })];
    const producer = await tenant.producer();
    const load = startLoad(producer, { ratePerSecond, groups: [fanned] });
    await probe(world, producer, fanned);

    const random = sfc32(2);
    const recoveries: number[] = [];
    const kills = [...Array<"server">(servers).fill("server"), ...Array<"session">(sessions).fill("session")];
    // In an order of its own, so that a session is killed at a server that has just come back, too
    for (const kill of kills.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at)) {
      const killedAtMs = Date.now();
      if (kill.kind === "server") for (const pid of world.product.pids("postgres")) process.kill(pid, "SIGKILL");
      else killOne(databaseBackends(world.product), random);
      const arrivedAtMs = await probe(world, producer, fanned);
      if (kill.kind === "server") recoveries.push(arrivedAtMs - killedAtMs);
      await sleep(pauseMs * (0.5 + random()));
    }
    const faultsEndedAtMs = Date.now();
    say(`${servers} servers and ${sessions} sessions killed`);
    await load.stop();

    const books = await settle(world, { timeoutMs: 180_000, faultsEndedAtMs });
    verdict.books(books);
    verdict.figure("kills", servers + sessions);
    verdict.figure("first_delivery_after_restart_ms", Math.max(...recoveries));
    const { resolved, serverErrors } = unansweredRequests(world);
    const { 503: unavailable = 0, ...others } = serverErrors;
    verdict.figure("unknown_outcomes_resolved", resolved);
    verdict.figure("answers_503", unavailable);
    verdict.must(Object.keys(others).length === 0, `answers while the database was away: ${JSON.stringify(others)}`);
    await everyAcceptedEventIsWhole(world, verdict.exactly.bind(verdict));
    verdict.exactly("open_deliveries", await openDeliveries(world.db), 0);
  },
};

function killOne(pids: readonly number[], random: () => number): void {
  const victim = pids[Math.floor(random() * pids.length)];
  if (victim === undefined) throw new Error("no session of the database was found");
  process.kill(victim, "SIGKILL");
}

/** Events without a delivery, and deliveries without their event. */
async function everyAcceptedEventIsWhole({ db }: World, exactly: (name: string, value: number, wanted: number) => void): Promise<void> {
  const { rows } = await db.query<{ orphans: number }>(`
    SELECT ((SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id))
      + (SELECT count(*) FROM deliveries d WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = d.event_id)))::integer AS orphans`);
  exactly("orphans", rows[0]?.orphans ?? Number.NaN, 0);
}
