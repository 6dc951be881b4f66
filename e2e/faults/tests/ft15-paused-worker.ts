import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { claimFindings, watchClaims } from "../harness/claim-watch.ts";
import { startLoad } from "../harness/load.ts";
import { staleWritesRefused } from "../harness/process-logs.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import { subscribeAll } from "../harness/tenant.ts";

const inFlight = 50;
/** How long an answer takes: long enough that all of them are under way at once, and short against the deadline. */
const latencyMs = 2_000;
/** Each endpoint is a host of its own, with the permits that a new lane has. */
const permitsPerLane = 4;

const sizes = {
  ci: { leaseMs: shortPolicy.lease_ms, policy: shortPolicy },
  full: { leaseMs: 90_000, policy: {} },
};

/** A worker that stops for longer than its leases, while another takes over, and then goes on: what it brings home late changes nothing. */
export const ft15: FaultTest = {
  id: "FT15",
  title: "worker paused for longer than its leases",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const { leaseMs, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const names = Array.from({ length: Math.ceil(inFlight / permitsPerLane) * 3 }, (_, i) => `rx_${i}`);
    const world = await open({
      workers: 2,
      policy,
      receivers: Object.fromEntries(names.map((name) => [name, { kind: "slow", delayMs: latencyMs }])),
    });
    await watchClaims(world.db);
    const tenant = await world.tenant("Zombie");
    const lanes = await subscribeAll(tenant, names);
    const ratePerSecond = (names.length * permitsPerLane * 0.9) / (latencyMs / 1_000);
    const load = startLoad(await tenant.producer(), { ratePerSecond, groups: lanes.map((lane) => [lane]) });

    const heldBy = async (): Promise<{ owner: string; pid: number; n: number } | undefined> => {
      const { rows } = await world.db.query<{ owner: string; pid: number; n: number }>(`
        SELECT s.owner, w.pid, count(*)::integer AS n FROM deliveries d JOIN shards s ON s.shard = d.shard JOIN workers w ON w.id = s.owner
        WHERE d.state = 'inflight' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 1`);
      return rows[0];
    };
    const victim = await waitFor(
      async () => {
        const most = await heldBy();
        return most && most.n >= inFlight ? most : undefined;
      },
      { what: "a worker with enough in flight", timeoutMs: 30_000, intervalMs: 100 },
    );
    // What watches over it stands still as well, as on a machine that sleeps: it would end a worker that answers nothing for a minute
    const paused = [world.product.process.pid as number, victim.pid];
    for (const pid of paused) process.kill(pid, "SIGSTOP");
    say(`worker ${victim.pid} paused with ${victim.n} in flight`);
    verdict.figure("in_flight_when_paused", victim.n);
    try {
      await sleep(leaseMs * 1.5);
      await waitFor(
        async () => {
          const { rows } = await world.db.query("SELECT 1 FROM shards WHERE owner = $1 LIMIT 1", [victim.owner]);
          return rows.length === 0;
        },
        { what: "another worker to take over", timeoutMs: 60_000, intervalMs: 250 },
      );
    } finally {
      for (const pid of paused) process.kill(pid, "SIGCONT");
    }
    const faultsEndedAtMs = Date.now();
    await sleep(5_000);
    await load.stop();

    const books = await settle(world, { timeoutMs: 180_000, faultsEndedAtMs });
    verdict.books(books);
    verdict.atMost("duplicates", books.duplicates, victim.n);
    verdict.atLeast("stale_writes_refused", staleWritesRefused(world.product.dataFolder), 1);
    const { doubleClaims, stolenLeases } = await claimFindings(world.db);
    verdict.exactly("double_claims", doubleClaims, 0);
    verdict.exactly("stolen_leases", stolenLeases, 0);
    const { rows } = await world.db.query<{ pid: number }>("SELECT pid FROM workers WHERE id = $1", [victim.owner]);
    verdict.must(rows[0]?.pid === victim.pid, "the paused worker did not take its place again");
  },
};
