import { answering, blackHole, during, failing } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import type { Table } from "../report/table.ts";
import type { LaneSpec } from "../world/lane-spec.ts";
import type { Observer } from "../world/observer.ts";
import { worldStartMs } from "../world/timeline.ts";
import { feedEach } from "./healthy-tenants.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const fleets = [1, 10, 100] as const;
/** One split host: its subscriptions are spread over all workers. */
const subscriptions = 400;
const hostCap = 100;
const eventsPerS = 0.1;
const minuteMs = 60_000;
const downFromMs = 5 * minuteMs;
/** Long enough for circuits to open everywhere, and for the first probes. */
const watchedMsOf = { full: 5 * minuteMs, small: 2 * minuteMs };

export interface GossipFigures {
  /** Attempts made from the beginning of an outage until no worker sends any more but probes, by number of workers. */
  readonly "1": number;
  readonly "10": number;
  readonly "100": number;
}

/** What a fleet wastes until every worker knows that a host is down, and that one lucky probe opens the gates of one worker alone. */
export const gossip: Scenario<GossipFigures> = {
  name: "gossip",
  claim:
    "Workers tell each other of circuits that open, so ten waste no more than one; a probe that succeeds by luck opens the gate of its own worker alone.",
  run(seed, size = "full"): Findings<GossipFigures> {
    const watchedMs = watchedMsOf[size];
    const busy = playFleets(blackHole, 0, watchedMs, seed);
    const quiet = playFleets(failing("connect_refused"), downFromMs, watchedMs, seed);
    const [one, ten, hundred] = busy.map(({ told }) => told.wasted) as [number, number, number];
    const lucky = playLuckyProbe(seed);
    return {
      figures: { "1": one, "10": ten, "100": hundred },
      tables: [
        fleetTable(
          `A busy split host with ${subscriptions} subscriptions goes down; attempts in the first ${watchedMs / minuteMs} minutes`,
          busy,
        ),
        fleetTable("The same host, refusing connections when the day's first events come", quiet),
        {
          title: "10 workers, a host that answers one probe and fails on",
          columns: ["workers whose circuit closed for a moment", "workers whose circuit stayed open"],
          rows: [[lucky.closed, lucky.open]],
        },
      ],
      plots: [],
      violations: [...[...busy, ...quiet].flatMap(({ told, alone }) => [told, alone]), lucky].reduce(
        (sum, { violations }) => sum + violations,
        0,
      ),
    };
  },
};

function splitHost(endpoint: Endpoint, workers: number): LaneSpec[] {
  return Array.from({ length: subscriptions }, (_, index) => ({
    id: `lane${index}`,
    tenantId: `tenant${index}`,
    host: "host",
    shardKey: `host/${index}`,
    hostCap,
    hostWorkers: workers,
    endpoint,
  }));
}

interface FleetCourse {
  readonly workers: number;
  readonly told: ReturnType<typeof play>;
  readonly alone: ReturnType<typeof play>;
}

/** @param trafficFromMs there is none before */
function playFleets(outage: Endpoint, trafficFromMs: number, watchedMs: number, seed: number): FleetCourse[] {
  return fleets.map((workers) => ({
    workers,
    told: play(workers, outage, trafficFromMs, watchedMs, undefined, seed),
    alone: play(workers, outage, trafficFromMs, watchedMs, Number.POSITIVE_INFINITY, seed),
  }));
}

function fleetTable(title: string, courses: readonly FleetCourse[]): Table {
  return {
    title,
    columns: ["workers", "wasted, told in 50 ms", "last to know after, s", "wasted, never told", "last to know after, s "],
    rows: courses.map(({ workers, told, alone }) => [
      workers,
      told.wasted,
      told.lastToKnowS ?? "none opened",
      alone.wasted,
      alone.lastToKnowS ?? "none opened",
    ]),
  };
}

function play(workers: number, outage: Endpoint, trafficFromMs: number, watchedMs: number, gossipMs: number | undefined, seed: number) {
  const down = { from: worldStartMs + downFromMs, until: Number.POSITIVE_INFINITY, endpoint: outage };
  let wasted = 0;
  let lastOpeningAt = 0;
  const opened = new Set<string>();
  const counting: Observer = {
    began(_attempt, now) {
      if (now >= down.from) wasted++;
    },
    changed(worker, { scope, kind }, now) {
      if (scope === "host" && kind === "opened" && !opened.has(worker)) lastOpeningAt = now;
      if (scope === "host" && kind === "opened") opened.add(worker);
    },
    adopted(worker, scope, _id, now) {
      if (scope !== "host" || opened.has(worker)) return;
      opened.add(worker);
      lastOpeningAt = now;
    },
  };
  const lanes = splitHost(during([down], answering(200, logNormalLatency(40, 0.5))), workers);
  const { world, checker } = watchedWorld({ seed, lanes, workers, observers: [counting], ...(gossipMs === undefined ? {} : { gossipMs }) });
  const untilMs = downFromMs + watchedMs;
  feedEach(
    world,
    lanes.map(({ id }) => id),
    eventsPerS,
    untilMs,
    seed,
    trafficFromMs,
  );
  world.runFor(untilMs);
  return { wasted, lastToKnowS: opened.size === 0 ? null : (lastOpeningAt - down.from) / 1_000, violations: checker.count };
}

/** The host answers again exactly once, after everybody's circuit opened. */
function playLuckyProbe(seed: number): { closed: number; open: number; violations: number } {
  const downFrom = worldStartMs + downFromMs;
  const luckyFrom = downFrom + 2 * minuteMs;
  const ok = answering(200, logNormalLatency(40, 0.5));
  let isLuckLeft = true;
  const endpoint: Endpoint = {
    receive(now, random) {
      if (now < downFrom) return ok.receive(now, random);
      if (now < luckyFrom || !isLuckLeft) return blackHole.receive(now, random);
      isLuckLeft = false;
      return ok.receive(now, random);
    },
  };
  const isOpen = new Map<string, boolean>();
  const everClosed = new Set<string>();
  const watching: Observer = {
    changed(worker, { scope, kind }) {
      if (scope !== "host") return;
      if (kind === "opened") isOpen.set(worker, true);
      if (kind !== "closed") return;
      isOpen.set(worker, false);
      everClosed.add(worker);
    },
    adopted(worker, scope) {
      if (scope === "host") isOpen.set(worker, true);
    },
  };
  const lanes = splitHost(endpoint, 10);
  const { world, checker } = watchedWorld({ seed, lanes, workers: 10, observers: [watching] });
  const untilMs = downFromMs + watchedMsOf.full;
  feedEach(
    world,
    lanes.map(({ id }) => id),
    eventsPerS,
    untilMs,
    seed,
  );
  world.runFor(untilMs);
  const stayedOpen = [...isOpen].filter(([worker, isStillOpen]) => isStillOpen && !everClosed.has(worker));
  return { closed: everClosed.size, open: stayedOpen.length, violations: checker.count };
}
