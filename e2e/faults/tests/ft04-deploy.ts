import { setTimeout as sleep } from "node:timers/promises";
import type { FaultTest } from "../fault-test.ts";
import { claimFindings, watchClaims } from "../harness/claim-watch.ts";
import { startLoad } from "../harness/load.ts";
import { endings } from "../harness/process-logs.ts";
import { replace } from "../harness/processes.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = {
  ci: { ratePerSecond: 40, rounds: 2, slowMs: 2_000, pauseMs: 1_000, policy: shortPolicy },
  // Four rounds of ten: each waits for the slow endpoint's answers twice
  full: { ratePerSecond: 60, rounds: 4, slowMs: 25_000, pauseMs: 3_000, policy: {} },
};
const workers = 2;

/** A deploy: SIGTERM to each process in turn. Requests under way end within the grace, are recorded, and nothing is sent twice. */
export const ft04: FaultTest = {
  id: "FT4",
  title: "rolling restart of web and workers under load",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const { ratePerSecond, rounds, slowMs, pauseMs, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({ workers, policy, receivers: { healthy: { kind: "healthy" }, slow: { kind: "slow", delayMs: slowMs } } });
    await watchClaims(world.db);
    const tenant = await world.tenant("Deploy");
    const healthy = await tenant.subscribe("healthy");
    const slow = await tenant.subscribe("slow");
    // As much for the slow endpoint as the permits of a new lane and its latency allow
    const forSlow = Math.max(1, Math.round(ratePerSecond / (4_000 / slowMs)));
    const load = startLoad(await tenant.producer(), {
      ratePerSecond,
      groups: [...Array<(typeof healthy)[]>(forSlow).fill([healthy]), [slow]],
    });

    for (let round = 0; round < rounds; round += 1) {
      for (const pid of world.product.pids("worker")) {
        await sleep(pauseMs);
        await replace(world.product, "worker", pid, "SIGTERM");
      }
      await sleep(pauseMs);
      for (const pid of world.product.pids("web")) await replace(world.product, "web", pid, "SIGTERM");
    }
    const faultsEndedAtMs = Date.now();
    say(`${rounds} rolling restarts`);
    await sleep(2_000);
    await load.stop();

    const books = await settle(world, { timeoutMs: 240_000, faultsEndedAtMs });
    verdict.books(books);
    verdict.exactly("duplicates", books.duplicates, 0);
    const codes = [...endings(world.product.dataFolder, "worker"), ...endings(world.product.dataFolder, "web")];
    verdict.exactly("restarts", codes.length, rounds * (workers + 1));
    const others = codes.filter((code) => code !== "exit code 0");
    verdict.must(others.length === 0, `processes that did not end with exit code 0: ${others.join(", ")}`);
    const { doubleClaims, stolenLeases } = await claimFindings(world.db);
    verdict.exactly("double_claims", doubleClaims, 0);
    verdict.exactly("stolen_leases", stolenLeases, 0);
  },
};
