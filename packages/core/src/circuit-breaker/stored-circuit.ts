import type { EpochMs } from "../time/durations.ts";
import { type BreakerConfig, openJitter } from "./breaker-config.ts";
import { type Circuit, newCircuit } from "./circuit.ts";

/** What is kept of a circuit through restarts and shard moves. */
export interface StoredCircuit {
  readonly phase: "closed" | "open";
  readonly level: number;
  /** Open: when a probe may go. */
  readonly until: EpochMs;
  readonly changedAt: EpochMs;
}

/** An open circuit that another worker told of. */
export type OpenedElsewhere = Pick<StoredCircuit, "level" | "until"> & {
  /** When it opened there. */
  readonly at: EpochMs;
};

/** Half-open is kept as open until the probe's lease ends: whoever takes over cannot know what becomes of that probe. */
export function exportCircuit({ phase, level, until, changedAt }: Circuit): StoredCircuit {
  return { phase: phase === "closed" ? "closed" : "open", level, until, changedAt };
}

/** A stored moment further ahead than any that could have been stored now (a clock that was wrong, a shorter configuration) does not hold the lane up. */
export function restoreCircuit(stored: StoredCircuit, now: EpochMs, config: BreakerConfig): Circuit {
  const { phase, level, changedAt } = stored;
  const openMs = Math.max(Math.round(config.max_open_ms * (1 + openJitter)), config.probe_lease_ms);
  const furthest = now + (phase === "closed" ? config.window_ms : openMs);
  return { ...newCircuit, phase, level, changedAt, until: Math.min(stored.until, furthest) };
}

/**
 * A circuit that opened elsewhere opens here at once; one that is open anyway stays so for the longer time. Identity for
 * news that are over or older than this circuit's own last transition to closed or half-open: its own evidence is newer.
 */
export function adoptOpen<C extends Circuit>(circuit: C, elsewhere: OpenedElsewhere, now: EpochMs): C {
  if (elsewhere.until <= now) return circuit;
  const level = Math.max(circuit.level, elsewhere.level);
  if (circuit.phase === "open") return { ...circuit, level, until: Math.max(circuit.until, elsewhere.until) };
  if (elsewhere.at < circuit.changedAt) return circuit;
  return { ...circuit, phase: "open", generation: circuit.generation + 1, level, until: elsewhere.until, changedAt: now };
}
