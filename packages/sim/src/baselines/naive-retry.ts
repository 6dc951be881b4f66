import { settle as coreSettle, type Settlement } from "@hooklane/core";
import type { Settle } from "../world/gatekeeper.ts";

export type NaiveDelay = (failures: number, random: () => number) => number;

/** The delays people begin with, in milliseconds. */
export const naiveDelays = {
  fixed: () => 1_000,
  exponential: (failures) => 1_000 * 2 ** (failures - 1),
  jittered: (failures, random) => random() * 1_000 * 2 ** (failures - 1),
} satisfies Record<string, NaiveDelay>;

/** Every delivery may be tried so many times, whatever happens to the others: no budget. */
export function naiveRetry(maxAttempts: number, delay: NaiveDelay): Settle {
  return (input, config, random): Settlement => {
    const settlement = coreSettle(input, config, random);
    if (settlement.state !== "pending") return settlement;
    if (input.attempt >= maxAttempts) return { state: "dead", reason: "max_attempts" };
    const delayMs = Math.round(delay(input.attempt, random));
    return { ...settlement, delayMs, nextAttemptAt: input.now + delayMs };
  };
}
