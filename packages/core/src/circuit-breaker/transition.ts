import type { EpochMs } from "../time/durations.ts";
import type { Circuit, CircuitPhase } from "./circuit.ts";

/**
 * What became of a circuit, to be published, stored and shown.
 *
 * - `opened`: store it, and tell the other workers, who adopt it at once
 * - `half_opened`: a probe went out
 * - `probe_released`: the probe told nothing (our own fault, or no row was found); nobody needs to hear of it
 * - `closed`: store it; other workers do *not* adopt it, each needs a probe of its own
 */
export interface BreakerTransition {
  readonly kind: "opened" | "half_opened" | "probe_released" | "closed";
  /** Where it stood before: an `opened` from `closed` begins an episode, one from `half_open` is a probe that failed. */
  readonly from: CircuitPhase;
  readonly generation: number;
  readonly at: EpochMs;
  /** Open: when the next probe may go. Half-open: when the probe's lease ends. */
  readonly until: EpochMs;
  readonly level: number;
}

/** The transition between two states of one breaker, or null: every function of a breaker makes at most one. */
export function transitionBetween(before: Circuit, after: Circuit): BreakerTransition | null {
  if (before.generation === after.generation) return null;
  const { generation, changedAt: at, until, level } = after;
  return { kind: kindOf(after), from: before.phase, generation, at, until, level };
}

function kindOf({ phase, until, changedAt }: Circuit): BreakerTransition["kind"] {
  if (phase === "closed") return "closed";
  if (phase === "half_open") return "half_opened";
  return until > changedAt ? "opened" : "probe_released";
}
