import type { Findings, RandomWorldResult } from "@hooklane/sim";

/** One piece of work for a thread. */
export type Job =
  | { readonly kind: "scenario"; readonly name: string }
  | { readonly kind: "worlds"; readonly from: number; readonly count: number };

export interface WorldsSummary {
  readonly worlds: number;
  readonly violations: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly virtualHours: number;
  /** Worlds in which something was broken, with what. */
  readonly broken: readonly RandomWorldResult[];
}

export type JobResult =
  | { readonly kind: "scenario"; readonly name: string; readonly findings: Findings<unknown> }
  | { readonly kind: "worlds"; readonly summary: WorldsSummary };

export function emptySummary(): WorldsSummary {
  return { worlds: 0, violations: 0, deliveries: 0, attempts: 0, virtualHours: 0, broken: [] };
}

export function addSummaries(a: WorldsSummary, b: WorldsSummary): WorldsSummary {
  return {
    worlds: a.worlds + b.worlds,
    violations: a.violations + b.violations,
    deliveries: a.deliveries + b.deliveries,
    attempts: a.attempts + b.attempts,
    virtualHours: a.virtualHours + b.virtualHours,
    broken: [...a.broken, ...b.broken],
  };
}
