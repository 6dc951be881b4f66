import type { ProbeAnswer } from "@hooklane/ops";

/** A question that was not put for this long is not answered by an older answer: the process may have stood still. */
const ASKED_MS = 15_000;

/** Since when the database answers without a gap, by probes on connections of their own. Times are monotonic ms. */
export class Reachability {
  #since = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  asked(isReachable: boolean, at: number): void {
    if (!isReachable) this.#lastAt = Number.NEGATIVE_INFINITY;
    else {
      if (at - this.#lastAt > ASKED_MS) this.#since = at;
      this.#lastAt = at;
    }
  }

  /** For how long it has been reachable, in ms; 0 when it is not, or nobody knows. */
  forMs(at: number): number {
    return at - this.#lastAt <= ASKED_MS ? at - this.#since : 0;
  }
}

export interface LivenessFacts {
  /** Above this something is dead. */
  limitMs: number;
  /** False while the worker starts or drains: it may take its time for either. */
  isServing: boolean;
  /** How long the work that has waited longest was due, allowed to go, and not claimed. */
  oldestAdmissibleMs: number;
  searchSilentMs: number;
  heartbeatSilentMs: number;
  databaseReachableMs: number;
}

/**
 * Is this worker worth keeping? It is dead when it leaves work lying that may be sent, or when it hears nothing from a database that answers
 * others. A database that is away, or a connection that is lost, is no reason: the worker waits and reconnects, and a restart would mend nothing.
 */
export function judgeLiveness(facts: LivenessFacts): ProbeAnswer {
  const { limitMs, isServing, oldestAdmissibleMs, searchSilentMs, heartbeatSilentMs, databaseReachableMs } = facts;
  const isDead = (ms: number): boolean => isServing && ms > limitMs;
  const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
  const checks = {
    work: isDead(oldestAdmissibleMs) ? `work that may be sent has not been claimed for ${seconds(oldestAdmissibleMs)}` : true,
    search: isDead(Math.min(searchSilentMs, databaseReachableMs))
      ? `no search for work succeeded for ${seconds(searchSilentMs)}, though the database answers`
      : true,
    heartbeat: isDead(Math.min(heartbeatSilentMs, databaseReachableMs))
      ? `no heartbeat succeeded for ${seconds(heartbeatSilentMs)}, though the database answers`
      : true,
  } as const;
  return { ok: Object.values(checks).every((check) => check === true), checks };
}
