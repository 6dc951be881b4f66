import type { BehaviourSpec } from "./behaviour-spec.ts";

/** Seed of the flaky sample: its good and bad moments come in the same order in every run. */
const flakySeed = 4_711;

/**
 * The receivers of the demo by name: healthy ones (`healthy`, `healthy_2`, …) and five sick ones, each sick in its own way.
 *
 * @param healthyCount how many healthy ones, at least 1.
 */
export function sampleReceivers(healthyCount: number): Record<string, BehaviourSpec> {
  if (!Number.isSafeInteger(healthyCount) || healthyCount < 1)
    throw new RangeError(`healthy receivers: ${healthyCount} is not a count from 1`);
  const healthy = Array.from({ length: healthyCount }, (_, index) => [
    index === 0 ? "healthy" : `healthy_${index + 1}`,
    { kind: "healthy" },
  ]);
  return {
    ...(Object.fromEntries(healthy) as Record<string, BehaviourSpec>),
    slow: { kind: "slow", delayMs: 2_000 },
    flaky: { kind: "flaky", failureRate: 0.3, seed: flakySeed },
    server_error: { kind: "status", status: 500 },
    unauthorized: { kind: "status", status: 401 },
    black_hole: { kind: "black_hole" },
  };
}
