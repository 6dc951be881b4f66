import { InvariantChecker } from "../checks/invariant-checker.ts";
import type { Violation } from "../checks/rule.ts";
import type { Observer } from "../world/observer.ts";
import { produce } from "../world/producer.ts";
import { randomStream } from "../world/random-stream.ts";
import { worldStartMs } from "../world/timeline.ts";
import { World, type WorldOptions } from "../world/world.ts";
import { drawWorld } from "./random-world.ts";

export interface RandomWorldResult {
  readonly seed: number;
  readonly violations: number;
  /** The first of them. */
  readonly details: readonly Violation[];
  /** 16 hexadecimal digits: what happened, and when. */
  readonly digest: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly delivered: number;
  readonly dead: number;
  readonly virtualHours: number;
}

/** What a planted fault may change; the checker goes on checking what is promised. */
export type Tampering = Partial<Pick<WorldOptions, "makeGatekeeper" | "settle" | "onLine">>;

/** Plays the random world of a seed to its end, every invariant watched. */
export function runRandomWorld(seed: number, tampering: Tampering = {}): RandomWorldResult {
  const drawn = drawWorld(seed);
  const checker = new InvariantChecker(drawn.config, { isShaken: drawn.crashes.length + drawn.freezes.length > 0 });
  const counts = { deliveries: 0, attempts: 0, delivered: 0, dead: 0 };
  const world = new World({
    seed,
    config: drawn.config,
    lanes: drawn.lanes,
    workers: drawn.workers,
    lostHints: drawn.lostHints,
    observers: [checker.observer, counting(counts)],
    ...tampering,
  });
  checker.onTooMany = () => world.timeline.stop();
  for (const [index, { laneIds, arrivals }] of drawn.sources.entries()) {
    const lanes = laneIds.map((id) => world.lane(id));
    produce(world, { arrivals, random: randomStream(seed, `source ${index}`), lanes: () => lanes, untilMs: drawn.producingMs });
  }
  const random = randomStream(seed, "trouble");
  const anyWorker = () => world.workers[Math.floor(random() * world.workers.length)];
  for (const { atMs, awayMs } of drawn.crashes) {
    world.timeline.at(worldStartMs + atMs, () => {
      const worker = anyWorker();
      if (worker?.isAlive) world.crash(worker, awayMs);
    });
  }
  for (const { atMs, forMs } of drawn.freezes) {
    world.timeline.at(worldStartMs + atMs, () => anyWorker()?.pause(world.now + forMs));
  }
  for (const { laneId, fromMs, untilMs } of drawn.pauses) {
    const lane = world.lane(laneId);
    world.timeline.at(worldStartMs + fromMs, () => lane.state === "active" && world.setState(lane, "paused"));
    world.timeline.at(worldStartMs + untilMs, () => lane.state === "paused" && world.setState(lane, "active"));
  }
  world.runFor(drawn.lengthMs);
  checker.end(world.now);
  return {
    seed,
    violations: checker.count,
    details: checker.violations,
    digest: world.transcript.digest,
    ...counts,
    virtualHours: drawn.lengthMs / 3_600_000,
  };
}

function counting(counts: { deliveries: number; attempts: number; delivered: number; dead: number }): Observer {
  return {
    accepted: () => void counts.deliveries++,
    began: () => void counts.attempts++,
    final: ({ state }) => void counts[state === "delivered" ? "delivered" : "dead"]++,
  };
}
