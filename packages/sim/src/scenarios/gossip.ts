import { answering, blackHole, during } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
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
const watchedMs = 5 * minuteMs;

export interface GossipFigures {
  /** Attempts made from the beginning of an outage until no worker sends any more but probes, by number of workers. */
  readonly "1": number;
  readonly "10": number;
  readonly "100": number;
}

/** What a fleet wastes until every worker knows that a host is down, and that one lucky probe opens the gates of one worker alone. */
export const gossip: Scenario<GossipFigures> = {
  name: "gossip",
  claim: "Workers tell each other of circuits that open, so a larger fleet wastes hardly more; closing is never taken over.",
  run(seed): Findings<GossipFigures> {
    const told = fleets.map((workers) => ({ workers, ...play(workers, undefined, seed) }));
    const alone = fleets.map((workers) => ({ workers, ...play(workers, Number.POSITIVE_INFINITY, seed) }));
    const [one, ten, hundred] = told.map(({ wasted }) => wasted) as [number, number, number];
    const lucky = playLuckyProbe(seed);
    return {
      figures: { "1": one, "10": ten, "100": hundred },
      tables: [
        {
          title: `A split host with ${subscriptions} subscriptions goes down; attempts in the first ${watchedMs / minuteMs} minutes`,
          columns: ["workers", "wasted, told in 50 ms", "last opening after, s", "wasted, never told", "last opening after, s "],
          rows: told.map(({ workers, wasted, allOpenS }, index) => [
            workers,
            wasted,
            allOpenS,
            alone[index]?.wasted ?? 0,
            alone[index]?.allOpenS ?? 0,
          ]),
        },
        {
          title: "10 workers, a host that answers one probe and fails on",
          columns: ["workers whose circuit closed", "workers whose circuit stayed open"],
          rows: [[lucky.closed, lucky.open]],
        },
      ],
      plots: [],
      violations: [...told, ...alone, lucky].reduce((sum, { violations }) => sum + violations, 0),
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

function play(workers: number, gossipMs: number | undefined, seed: number) {
  const down = { from: worldStartMs + downFromMs, until: Number.POSITIVE_INFINITY, endpoint: blackHole };
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
  );
  world.runFor(untilMs);
  return { wasted, allOpenS: Math.max(0, (lastOpeningAt - down.from) / 1_000), violations: checker.count };
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
  const untilMs = downFromMs + watchedMs;
  feedEach(
    world,
    lanes.map(({ id }) => id),
    eventsPerS,
    untilMs,
    seed,
  );
  world.runFor(untilMs);
  return { closed: everClosed.size, open: [...isOpen.values()].filter(Boolean).length, violations: checker.count };
}
