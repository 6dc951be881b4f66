import type { Random } from "../random/random.ts";
import type { EpochMs } from "../time/durations.ts";
import { type BreakerConfig, openJitter } from "./breaker-config.ts";

export type CircuitPhase = "closed" | "open" | "half_open";

/** What every breaker is built on: where the circuit stands, whatever made it so. */
export interface Circuit {
  readonly phase: CircuitPhase;
  /**
   * Grows by one with each transition. A permit carries the generation it was granted under; what comes back under
   * another one is late and changes nothing. While half-open, only the probe carries the current one.
   */
  readonly generation: number;
  /** How many doublings the next time open has; falls by one for each healthy `window_ms`. */
  readonly level: number;
  /** Open: when a probe may go. Half-open: when the probe's lease ends. Closed: when one level may be forgiven. */
  readonly until: EpochMs;
  /** The last transition; 0 when there was none. */
  readonly changedAt: EpochMs;
}

/** Closed, and never anything else before. */
export const newCircuit: Circuit = { phase: "closed", generation: 0, level: 0, until: 0, changedAt: 0 };

/** The fields of a circuit after it opened, for `max_open_ms` at the most and 10 % around it. */
export function opened(circuit: Circuit, now: EpochMs, config: BreakerConfig, random: Random): Circuit {
  const lengthMs = Math.min(config.max_open_ms, config.open_ms * 2 ** circuit.level);
  const openMs = Math.max(1, Math.round(lengthMs * (1 - openJitter + 2 * openJitter * random())));
  const level = lengthMs < config.max_open_ms ? circuit.level + 1 : circuit.level;
  return { phase: "open", generation: circuit.generation + 1, level, until: now + openMs, changedAt: now };
}

/** The fields of a circuit after its probe succeeded. */
export function closed(circuit: Circuit, now: EpochMs, config: BreakerConfig): Circuit {
  const { level } = circuit;
  return { phase: "closed", generation: circuit.generation + 1, level, until: now + config.window_ms, changedAt: now };
}

/** The fields of a circuit whose probe goes out now, the first one or one in the place of a probe that never came back. */
export function probing(circuit: Circuit, now: EpochMs, config: BreakerConfig): Circuit {
  const { level } = circuit;
  return { phase: "half_open", generation: circuit.generation + 1, level, until: now + config.probe_lease_ms, changedAt: now };
}

/** The fields of a circuit whose probe told nothing: another may go at once, and no time open is added. */
export function probeReleased(circuit: Circuit, now: EpochMs): Circuit {
  return { phase: "open", generation: circuit.generation + 1, level: circuit.level, until: now, changedAt: now };
}

/** May a probe go? Only to be asked of a circuit that is not closed. */
export function isProbeDue(circuit: Circuit, now: EpochMs): boolean {
  return circuit.until <= now;
}

/** One level less after each healthy `window_ms` of a closed circuit, and never for silence: the caller has just seen an answer. */
export function forgiven<C extends Circuit>(circuit: C, isHealthy: boolean, now: EpochMs, config: BreakerConfig): C {
  if (circuit.level === 0 || now < circuit.until || !isHealthy) return circuit;
  return { ...circuit, level: circuit.level - 1, until: now + config.window_ms };
}
