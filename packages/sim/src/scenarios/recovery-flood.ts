import { answer, answering, during } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { constantLatency } from "../endpoints/latency.ts";
import { percentile } from "../measure/percentile.ts";
import type { Table } from "../report/table.ts";
import type { Delivery } from "../world/delivery.ts";
import type { Observer } from "../world/observer.ts";
import { produce, steady } from "../world/producer.ts";
import { randomStream } from "../world/random-stream.ts";
import { worldStartMs } from "../world/timeline.ts";
import { watchedWorld } from "./watched-world.ts";

const minuteMs = 60_000;
const eventsPerS = 33;
const capacityPerS = 50;
/** Long enough for its best minute, wherever in a minute of the clock it begins. */
const wellMs = 1.5 * minuteMs;
const downMs = 5 * minuteMs;
/** From the end of the ramp on; the backlog outlasts it. */
const watchMs = 10 * minuteMs;
const offsetsMs = [0, 15_000, 45_000];

export interface FloodFigures {
  /** How long new events wait for their first attempt while the backlog drains, once the ramp is over: the worst of the runs. */
  readonly newWaitS: number;
  readonly table: Table;
  readonly violations: number;
}

/** A fast endpoint comes back to a backlog of minutes, with little more capacity than arrives anyway: what becomes of the new events meanwhile. */
export function recoveryFlood(seed: number): FloodFigures {
  const runs = offsetsMs.map((offsetMs) => ({ offsetMs, ...play(seed, offsetMs) }));
  return {
    newWaitS: Math.max(...runs.map(({ newWaitS }) => newWaitS)),
    table: {
      title: `${downMs / minuteMs} min down at ${eventsPerS} events/s, then up; answers 500 above ${capacityPerS}/s. ${watchMs / minuteMs} min from the end of the ramp on`,
      columns: [
        "began in the clock's minute at, s",
        "new events' p99 wait, s",
        "sent per second",
        "answered 500, %",
        "re-opened",
        "still waiting",
      ],
      rows: runs.map(({ offsetMs, newWaitS, sentPerS, failedPercent, reopened, left }) => [
        offsetMs / 1_000,
        newWaitS,
        sentPerS,
        failedPercent,
        reopened,
        left,
      ]),
    },
    violations: runs.reduce((sum, { violations }) => sum + violations, 0),
  };
}

/** Answers 500 to what comes above its capacity within a second. */
function bounded(): Endpoint {
  let second = 0;
  let count = 0;
  return {
    receive(now) {
      const current = Math.floor(now / 1_000);
      count = current === second ? count + 1 : 1;
      second = current;
      return answer(count > capacityPerS ? 500 : 200, 5);
    },
  };
}

function play(seed: number, offsetMs: number) {
  const upAtMs = offsetMs + wellMs + downMs;
  const down = { from: worldStartMs + offsetMs + wellMs, until: worldStartMs + upAtMs, endpoint: answering(503, constantLatency(5)) };
  const endpoint = during([down], bounded());
  const came = new Set<Delivery>();
  const waits: number[] = [];
  let rampEndsAt = Number.POSITIVE_INFINITY;
  let reopened = 0;
  let sent = 0;
  let failed = 0;
  const watching: Observer = {
    accepted(delivery, now) {
      if (now >= rampEndsAt) came.add(delivery);
    },
    changed(_worker, { scope, kind }, now) {
      if (scope !== "lane") return;
      if (kind === "closed" && rampEndsAt === Number.POSITIVE_INFINITY) rampEndsAt = now + world.config.ramp.window_ms;
      if (kind === "opened" && rampEndsAt !== Number.POSITIVE_INFINITY) reopened++;
    },
    began({ delivery }, now) {
      if (now < rampEndsAt) return;
      sent++;
      if (came.delete(delivery)) waits.push(now - delivery.createdAt);
    },
    ended({ classification }, now) {
      if (now >= rampEndsAt && !classification.success) failed++;
    },
  };
  const { world, checker } = watchedWorld({
    seed,
    lanes: [{ id: "lane", tenantId: "tenant", host: "host", endpoint }],
    observers: [watching],
  });
  const lane = world.lane("lane");
  const random = randomStream(seed, "events");
  produce(world, { arrivals: steady(eventsPerS), random, lanes: () => [lane], fromMs: offsetMs, untilMs: Number.POSITIVE_INFINITY });
  for (let atMs = upAtMs; world.now < rampEndsAt + watchMs; atMs += 1_000) world.runFor(atMs);
  // What has not begun by now waits at least until now.
  for (const { createdAt } of came) waits.push(world.now - createdAt);
  return {
    newWaitS: Math.round(percentile(waits, 0.99)) / 1_000,
    sentPerS: Math.round(sent / (watchMs / 1_000)),
    failedPercent: Math.round((1_000 * failed) / sent) / 10,
    reopened,
    left: world.ledger.openCount(lane),
    violations: checker.count,
  };
}
