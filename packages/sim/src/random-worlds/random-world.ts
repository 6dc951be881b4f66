import { type PolicyConfig, parsePolicyConfig, type Random } from "@hooklane/core";
import type { LaneSpec } from "../world/lane-spec.ts";
import { type Arrivals, bursts, poisson, steady } from "../world/producer.ts";
import { oneOf, randomStream, uniform, wholeNumber } from "../world/random-stream.ts";
import { randomEndpoint } from "./random-endpoint.ts";

const hourMs = 3_600_000;

export interface RandomWorld {
  readonly config: PolicyConfig;
  readonly lanes: readonly LaneSpec[];
  readonly workers: number;
  /** Events are accepted until then, milliseconds after the beginning. */
  readonly producingMs: number;
  /** By then everything must be final. */
  readonly lengthMs: number;
  readonly sources: readonly { readonly laneIds: readonly string[]; readonly arrivals: Arrivals }[];
  /** Moments at which a worker dies, and how long it stays away. */
  readonly crashes: readonly { readonly atMs: number; readonly awayMs: number }[];
  readonly freezes: readonly { readonly atMs: number; readonly forMs: number }[];
  /** Subscriptions paused for a while by their customers. */
  readonly pauses: readonly { readonly laneId: string; readonly fromMs: number; readonly untilMs: number }[];
  readonly lostHints: number;
}

/** Draws an installation: its limits, its tenants and their endpoints, what is posted, and what goes wrong. */
export function drawWorld(seed: number): RandomWorld {
  const random = randomStream(seed, "world");
  const lengthMs = Math.round(uniform(random, 2, 24) * hourMs);
  const windowMs = Math.round(Math.min(24 * hourMs, lengthMs * uniform(random, 0.2, 0.6)));
  const producingMs = lengthMs - windowMs - 300_000;
  const config = drawConfig(random, windowMs);
  const lanes = drawLanes(random, lengthMs);
  const workers = oneOf(random, [1, 1, 2, 3]);
  const isShaken = random() < 0.5;
  const moments = (count: number) => Array.from({ length: count }, () => Math.round(uniform(random, 0, producingMs)));
  return {
    config,
    lanes,
    workers,
    producingMs,
    lengthMs,
    sources: drawSources(random, lanes, producingMs),
    crashes: isShaken ? moments(wholeNumber(random, 0, 4)).map((atMs) => ({ atMs, awayMs: wholeNumber(random, 1, 600) * 1_000 })) : [],
    freezes: isShaken ? moments(wholeNumber(random, 0, 2)).map((atMs) => ({ atMs, forMs: wholeNumber(random, 1, 300) * 1_000 })) : [],
    pauses: moments(wholeNumber(random, 0, 2)).map((fromMs) => ({
      laneId: oneOf(random, lanes).id,
      fromMs,
      untilMs: fromMs + wholeNumber(random, 1, 7_200) * 1_000,
    })),
    lostHints: random() < 0.3 ? random() : 0,
  };
}

function drawConfig(random: Random, windowMs: number): PolicyConfig {
  const result = parsePolicyConfig(
    JSON.stringify({
      retry: { window_ms: windowMs, jitter: oneOf(random, ["full", "full", "equal", "decorrelated"]) },
      host: { cap: oneOf(random, [2, 5, 20, 20]) },
      pool: { size: oneOf(random, [4, 20, 500, 500]) },
    }),
  );
  if (!result.ok) throw new Error(result.problems.join("; "));
  return result.config;
}

function drawLanes(random: Random, lengthMs: number): LaneSpec[] {
  const tenants = wholeNumber(random, 1, 5);
  const hosts = wholeNumber(random, 1, 6);
  return Array.from({ length: wholeNumber(random, 1, 12) }, (_, index) => {
    const isOrdered = random() < 0.15;
    return {
      id: `lane${index}`,
      tenantId: `tenant${wholeNumber(random, 1, tenants)}`,
      host: `host${wholeNumber(random, 1, hosts)}`,
      endpoint: randomEndpoint(random, lengthMs),
      ordered: isOrdered,
      mode: random() < 0.1 ? "at_most_once" : "at_least_once",
      ...(random() < 0.3 ? { laneCap: oneOf(random, [1, 2, 3, 20]) } : {}),
      ...(random() < 0.2 ? { retryPolicy: { max_attempts: wholeNumber(random, 2, 20), base_ms: wholeNumber(random, 100, 5_000) } } : {}),
      ...(random() < 0.2 ? { retryableStatuses: [{ status: 404, max_attempts: wholeNumber(random, 1, 6) }] } : {}),
    };
  });
}

/** About so many deliveries in all, so that every world costs about the same. */
const deliveriesPerWorld = 1_500;

function drawSources(random: Random, lanes: readonly LaneSpec[], producingMs: number): RandomWorld["sources"] {
  const count = wholeNumber(random, 1, 4);
  return Array.from({ length: count }, () => {
    const laneIds = lanes.filter(() => random() < 0.6).map(({ id }) => id);
    const perSecond = (uniform(random, 0.2, 1.8) * deliveriesPerWorld) / count / Math.max(1, laneIds.length) / (producingMs / 1_000);
    const size = wholeNumber(random, 2, 100);
    const arrivals = oneOf(random, [poisson(perSecond), steady(perSecond), bursts(perSecond / size, size), bursts(perSecond / size, size)]);
    return { laneIds, arrivals };
  });
}
