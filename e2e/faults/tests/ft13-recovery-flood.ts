import { setTimeout as sleep } from "node:timers/promises";
import { defaultPolicyConfig } from "@hooklane/core";
import { type Behaviour, type ReceivedCopy, type Scrape, scrape, waitFor, workerOpsUrl } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { circuitChanges } from "../harness/process-logs.ts";
import { quantile } from "../harness/quantile.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import { delaysOf, machineLoad } from "../harness/with-and-without.ts";

const sizes = {
  ci: {
    eventsPerSecond: 20,
    wellSeconds: 65,
    downSeconds: 100,
    afterRampSeconds: 60,
    rampMs: 20_000,
    policy: { ...shortPolicy, breaker: { window_ms: 5_000, open_ms: 2_000, max_open_ms: 4_000 }, ramp: { window_ms: 20_000 } },
  },
  // A fifth of ten minutes, and of 20,000 pending
  full: {
    eventsPerSecond: 33,
    wellSeconds: 75,
    downSeconds: 120,
    afterRampSeconds: 60,
    rampMs: defaultPolicyConfig.ramp.window_ms,
    policy: {},
  },
};
/** What the endpoint can do, in requests per second; above it answers 500. */
const capacityPerSecond = 50;
const reopensAllowed = 2;
const overloadAllowed = 0.02;
/** A new event's way while the backlog drains. */
const newEventsP99Ms = 5_000;
/** Of the lane's grants while it has a backlog, what its oldest work gets; half a percent is for what was under way at either end. */
const oldestShareNeeded = defaultPolicyConfig.floor.share - 0.005;
/** An open circuit waits this long at the most until its probe, and a little for it. */
const closesWithinMs = 600_000;
/** Beside the rate itself: a burst of permits, and seconds that are cut anywhere. */
const overRampAllowed = 1.25;
const burst = 4;
const stepS = 5;

/** An endpoint that was down for long, with everything that came meanwhile: it is asked more and more, never at once, and not knocked over again. */
export const ft13: FaultTest = {
  id: "FT13",
  title: "flood at the recovery of an endpoint",
  profiles: ["full"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "ci" ? sizes.ci : sizes.full;
    const endpoint = limited(capacityPerSecond);
    const world = await open({ policy: size.policy, scripted: { limited: endpoint.behaviour } });
    const tenant = await world.tenant("Flood");
    const lane = await tenant.subscribe("limited");
    const load = startLoad(await tenant.producer(), { ratePerSecond: size.eventsPerSecond, groups: [[lane]] });
    await sleep(size.wellSeconds * 1_000); // its best minute is what it has proven
    endpoint.down(true);
    await sleep(size.downSeconds * 1_000);
    endpoint.down(false);
    const upAtMs = Date.now();
    say(`the endpoint is up again after ${size.downSeconds} s`);
    const changesSinceUp = () => circuitChanges(world.product.dataFolder).filter(({ atMs }) => atMs >= upAtMs - 1_000);
    const closedAtMs = await waitFor(() => changesSinceUp().find(({ kind }) => kind === "closed")?.atMs, {
      what: "the lane's circuit to close",
      timeoutMs: closesWithinMs,
      intervalMs: 500,
    });
    say(`its circuit closed after ${Math.round((closedAtMs - upAtMs) / 1_000)} s`);
    await sleep(Math.max(0, closedAtMs + size.rampMs - Date.now()));
    const rampEndedMs = Date.now();
    const atRampEnd = await scrape(workerOpsUrl(world.product));
    await sleep(size.afterRampSeconds * 1_000);
    const watchedMs = Date.now();
    const atEnd = await scrape(workerOpsUrl(world.product));
    say(`after its ramp it was watched for ${size.afterRampSeconds} s; ${machineLoad()}`);
    await load.stop();
    const changes = changesSinceUp();

    verdict.books(await settle(world, { timeoutMs: 600_000, faultsEndedAtMs: upAtMs }));
    const copies = world.copies().filter(({ arrivedAtMs }) => arrivedAtMs >= closedAtMs && arrivedAtMs <= watchedMs);
    say(`requests per second since its circuit closed, every ${stepS} s: ${perSecond(copies, closedAtMs).join(" ")}`);
    verdict.figure("time_to_close_ms", closedAtMs - upAtMs);
    const proven = size.eventsPerSecond;
    verdict.atMost("recovery_peak_ratio", peakOverRamp(copies, closedAtMs, proven, size.rampMs), overRampAllowed);
    const overloads = copies.filter(({ statusSent }) => statusSent === 500).length;
    verdict.atMost("overload_share", overloads / copies.length, overloadAllowed);
    verdict.atMost("re_opens", changes.filter(({ kind, atMs }) => kind === "opened" && atMs > closedAtMs).length, reopensAllowed);
    // While it rises, the ramp allows less than what comes; from then on new events must not wait for the backlog
    const after = { fromMs: rampEndedMs, toMs: watchedMs - newEventsP99Ms };
    verdict.atMost("new_events_p99_ms", quantile(delaysOf(world, tenant, after), 0.99), newEventsP99Ms);
    verdict.atLeast("oldest_share_of_grants", oldestShare(atRampEnd, atEnd), oldestShareNeeded);
  },
};

interface Limited {
  readonly behaviour: Behaviour;
  down(isDown: boolean): void;
}

/** 503 to all while it is down, and 500 to what comes above its capacity within a second. */
function limited(perSecond: number): Limited {
  let isDown = false;
  let second = 0;
  let answered = 0;
  return {
    behaviour: {
      kind: "scripted",
      respond: ({ arrivedAtMs }) => {
        const now = Math.floor(arrivedAtMs / 1_000);
        if (now !== second) [second, answered] = [now, 0];
        answered += 1;
        return { kind: "status", status: isDown ? 503 : answered > perSecond ? 500 : 200 };
      },
    },
    down: (value) => {
      isDown = value;
    },
  };
}

/** Between two moments of the one worker: grants for the lane's oldest work, over all. */
function oldestShare(before: Scrape, after: Scrape): number {
  const granted = (share: string) =>
    after.sum("hooklane_lane_grants_total", { share }) - before.sum("hooklane_lane_grants_total", { share });
  const oldest = granted("oldest");
  return oldest / (oldest + granted("new"));
}

/** Means over steps of time, oldest first. */
function perSecond(copies: readonly ReceivedCopy[], fromMs: number): number[] {
  const counts: number[] = [];
  for (const { arrivedAtMs } of copies) {
    const step = Math.floor((arrivedAtMs - fromMs) / (stepS * 1_000));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return Array.from(counts, (count = 0) => Math.round(count / stepS));
}

/**
 * The most that a second brought, over what the ramp allows at its end: from a tenth of the proven rate to all of it, in equal steps of time.
 * A ramp that falls back allows less; that is not counted against it.
 */
function peakOverRamp(copies: readonly ReceivedCopy[], closedAtMs: number, provenPerSecond: number, rampMs: number): number {
  const bySecond = Map.groupBy(copies, ({ arrivedAtMs }) => Math.floor((arrivedAtMs - closedAtMs) / 1_000));
  const start = defaultPolicyConfig.ramp.start;
  let peak = 0;
  for (const [second, { length }] of bySecond) {
    if ((second + 1) * 1_000 > rampMs) continue;
    const allowed = provenPerSecond * (start + (1 - start) * (((second + 1) * 1_000) / rampMs)) + burst;
    peak = Math.max(peak, length / allowed);
  }
  return peak;
}
