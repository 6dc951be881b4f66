import { BudgetedPool } from "../../baselines/budgeted-pool.ts";
import { type NaiveDelay, naiveDelays, naiveRetry } from "../../baselines/naive-retry.ts";
import { SharedPool } from "../../baselines/shared-pool.ts";
import type { WorldOptions } from "../../world/world.ts";
import { policyOf } from "../policy-of.ts";

/** One way to retry. */
export interface Variant {
  readonly label: string;
  /** Plays no admission of core, so core's invariants are not watched. */
  readonly isBaseline: boolean;
  /** Absent: as many as fit into the deadline. */
  readonly maxAttempts?: number;
  readonly options: Omit<WorldOptions, "seed" | "lanes">;
}

const naiveAttempts = 4;
/** The pool is not what limits a baseline. */
const roomy = policyOf({ pool: { size: 10_000 } });

export function naive(label: string, delay: NaiveDelay, attempts = naiveAttempts): Variant {
  return {
    label,
    isBaseline: true,
    maxAttempts: attempts,
    options: { config: roomy, makeGatekeeper: (options) => new SharedPool(options), settle: naiveRetry(attempts, delay) },
  };
}

export const fixed = naive(`${naiveAttempts} attempts, fixed delay`, naiveDelays.fixed);
export const exponential = naive(`${naiveAttempts} attempts, exponential`, naiveDelays.exponential);
export const jittered = naive(`${naiveAttempts} attempts, exponential and jitter`, naiveDelays.jittered);
/** Neither the breaker nor the rate limit hides what the budget does. */
export const budgetAlone: Variant = {
  label: "budget and nothing else",
  isBaseline: true,
  options: { config: roomy, makeGatekeeper: (options) => new BudgetedPool(options) },
};
export const asShipped: Variant = { label: "as shipped", isBaseline: false, options: {} };
