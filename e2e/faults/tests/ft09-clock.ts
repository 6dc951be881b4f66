import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { claimFindings, watchClaims } from "../harness/claim-watch.ts";
import { overlappingCopies } from "../harness/copies.ts";
import { failsOnce, longestFirstRetryMs } from "../harness/fails-once.ts";
import { startLoad } from "../harness/load.ts";
import { logLines } from "../harness/process-logs.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = { ci: { phaseSeconds: 6 }, full: { phaseSeconds: 30 } };
/** Each event goes to three endpoints. */
const ratePerSecond = 6;
const failsOneIn = 5;
const hourMs = 3_600_000;
/** The clocks of one of two workers, one after the other. */
const shifts = [
  { offsetMs: 2 * hourMs, rate: 1 },
  { offsetMs: -2 * hourMs, rate: 1 },
  { offsetMs: -1 * hourMs, rate: 1 },
  { offsetMs: 0, rate: 1.2 },
];
const timestampToleranceS = 60;
const scheduleSlackMs = 5_000;
/** A worker that was not heard of for this long has lost its shards. */
const takeoverMs = 10_000;

/** A worker whose clock is hours off, jumps or runs fast, beside one that is right: no lease is stolen, nothing is late, and it does not start like that. */
export const ft09: FaultTest = {
  id: "FT9",
  title: "clocks that are off, jump or run fast",
  profiles: ["full"],
  async run({ profile, verdict, world: open, atEnd, say }) {
    const { phaseSeconds } = profile === "ci" ? sizes.ci : sizes.full;
    const preload = new URL("../harness/shift-clock.mjs", import.meta.url).href;
    const folder = mkdtempSync(path.join(tmpdir(), "hooklane-faults-clock-"));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const clockFile = path.join(folder, "clocks.json");
    const setClock = (worker: string, shift: (typeof shifts)[number]) => writeFileSync(clockFile, JSON.stringify({ [worker]: shift }));
    // An endpoint that fails half of the time would have its circuit open
    const world = await open({
      workers: 2,
      policy: {
        ...shortPolicy,
        breaker: { min_attempts: 100_000 },
        budget: { ratio: 1, burst: 1_000, host_burst: 1_000, fleet_burst: 1_000 },
      },
      receivers: { healthy: { kind: "healthy" }, slow: { kind: "slow", delayMs: 1_500 } },
      scripted: { fails_once: failsOnce(failsOneIn) },
      env: { NODE_OPTIONS: `--import ${preload}`, FAULTS_CLOCK_FILE: clockFile },
    });
    await watchClaims(world.db);
    const tenant = await world.tenant("Clock");
    // Enough lanes that both workers own some
    const types = Array.from({ length: 6 }, (_, i) => `fault.clock_${i}`);
    const groups = [];
    for (const eventType of types) {
      groups.push([
        await tenant.subscribe("healthy", { eventType }),
        await tenant.subscribe("slow", { eventType }),
        await tenant.subscribe("fails_once", { eventType }),
      ]);
    }
    const load = startLoad(await tenant.producer(), { ratePerSecond, groups });
    const [victim] = (await world.db.query<{ id: string; pid: number }>("SELECT id, pid FROM workers ORDER BY pid LIMIT 1")).rows;
    if (!victim) throw new Error("no worker is registered");
    for (const shift of shifts) {
      setClock(victim.id, shift);
      await sleep(phaseSeconds * 1_000);
    }
    say("its clock was shifted while it ran");

    // A worker that starts with a clock of another day must not take part
    setClock(victim.id, { offsetMs: 2 * hourMs, rate: 1 });
    process.kill(victim.pid, "SIGKILL");
    await waitFor(() => logLines(world.product.dataFolder, "worker").some((line) => line.includes("clock differs")), {
      what: "the worker to refuse to start",
      timeoutMs: 60_000,
    });
    await sleep(phaseSeconds * 1_000);
    await waitFor(async () => (await world.db.query("SELECT 1 FROM shards WHERE owner = $1 LIMIT 1", [victim.id])).rows.length === 0, {
      what: "the other worker to have taken its shards",
      timeoutMs: 60_000,
      intervalMs: 250,
    });
    setClock(victim.id, { offsetMs: 0, rate: 1 });
    await waitFor(async () => (await world.db.query("SELECT 1 FROM shards WHERE owner = $1 LIMIT 1", [victim.id])).rows.length > 0, {
      what: "the worker to take part again, once its clock is right",
      timeoutMs: 60_000,
      intervalMs: 250,
    });
    await world.db.query("ALTER DATABASE postgres SET timezone = 'America/New_York'");
    for (const pid of world.product.pids("worker")) process.kill(pid, "SIGTERM");
    await sleep(phaseSeconds * 1_000);
    await load.stop();

    verdict.books(await settle(world, { timeoutMs: 120_000 }));
    const { doubleClaims, stolenLeases } = await claimFindings(world.db);
    verdict.exactly("double_claims", doubleClaims, 0);
    verdict.exactly("stolen_leases", stolenLeases, 0);
    const copies = world.copies();
    verdict.exactly("overlapping_copies", overlappingCopies(copies), 0);
    const offS = Math.max(...copies.map(({ timestampSeconds, arrivedAtMs }) => Math.abs((timestampSeconds ?? 0) - arrivedAtMs / 1_000)));
    verdict.atMost("timestamp_off_s", offS, timestampToleranceS);
    // A retry of the worker that does not come back waits until another takes over its shards
    const errorMs = longestFirstRetryMs(copies, "fails_once") - shortPolicy.retry.base_ms;
    verdict.atMost("max_schedule_error_ms", errorMs, takeoverMs + scheduleSlackMs);
  },
};
