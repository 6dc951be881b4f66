import type { Random } from "@hooklane/core";
import type { Lane } from "./lane-spec.ts";
import { exponential } from "./random-stream.ts";
import { worldStartMs } from "./timeline.ts";
import type { World } from "./world.ts";

/** Milliseconds until the next event. */
export type Arrivals = (random: Random) => number;

export function poisson(perSecond: number): Arrivals {
  return (random) => exponential(random, 1_000 / perSecond);
}

export function steady(perSecond: number): Arrivals {
  return () => 1_000 / perSecond;
}

/** Bursts of `size` at once, the bursts themselves a Poisson process. */
export function bursts(burstsPerSecond: number, size: number): Arrivals {
  let left = 0;
  return (random) => {
    if (left > 0) {
      left--;
      return 0;
    }
    left = size - 1;
    return exponential(random, 1_000 / burstsPerSecond);
  };
}

export interface ProducerOptions {
  readonly arrivals: Arrivals;
  readonly random: Random;
  /** The subscriptions of each event. */
  readonly lanes: () => readonly Lane[];
  readonly fromMs?: number;
  readonly untilMs: number;
  readonly onEvent?: (eventId: number) => void;
}

/** Posts events from one moment of the world to another (milliseconds after its beginning). */
export function produce(world: World, options: ProducerOptions): void {
  const { arrivals, random, lanes, fromMs = 0, untilMs, onEvent } = options;
  // The exact moment is carried on, or rounding to whole milliseconds would change the rate.
  const next = (exactMs: number): void => {
    const atMs = exactMs + arrivals(random);
    if (atMs >= untilMs) return;
    world.timeline.at(worldStartMs + Math.round(atMs), () => {
      const eventId = world.publish(lanes());
      onEvent?.(eventId);
      next(atMs);
    });
  };
  next(fromMs);
}
