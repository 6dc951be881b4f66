import type { Findings, RandomWorldResult } from "@hooklane/sim";

/** One piece of work for a thread. */
export type Job =
  | { readonly kind: "scenario"; readonly name: string }
  | { readonly kind: "worlds"; readonly from: number; readonly count: number };

/** Worlds per job: enough to be worth a message, few enough that all threads end at about the same time. */
const worldsPerJob = 10;

export function scenarioJobs(scenarios: readonly { readonly name: string }[]): Job[] {
  return scenarios.map(({ name }) => ({ kind: "scenario", name }));
}

/** The random worlds of `count` seeds, from one on. */
export function worldJobs(from: number, count: number): Job[] {
  return Array.from({ length: Math.ceil(count / worldsPerJob) }, (_, index) => {
    const first = from + index * worldsPerJob;
    return { kind: "worlds", from: first, count: Math.min(worldsPerJob, from + count - first) };
  });
}

export interface WorldsSummary {
  readonly worlds: number;
  readonly violations: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly delivered: number;
  readonly dead: number;
  readonly virtualHours: number;
  /** Worlds in which something was broken, with what. */
  readonly broken: readonly RandomWorldResult[];
}

export type JobResult =
  | { readonly kind: "scenario"; readonly name: string; readonly findings: Findings<unknown> }
  | { readonly kind: "worlds"; readonly summary: WorldsSummary };

export function emptySummary(): WorldsSummary {
  return { worlds: 0, violations: 0, deliveries: 0, attempts: 0, delivered: 0, dead: 0, virtualHours: 0, broken: [] };
}

export function addSummaries(a: WorldsSummary, b: WorldsSummary): WorldsSummary {
  return {
    worlds: a.worlds + b.worlds,
    violations: a.violations + b.violations,
    deliveries: a.deliveries + b.deliveries,
    attempts: a.attempts + b.attempts,
    delivered: a.delivered + b.delivered,
    dead: a.dead + b.dead,
    virtualHours: a.virtualHours + b.virtualHours,
    broken: [...a.broken, ...b.broken],
  };
}
