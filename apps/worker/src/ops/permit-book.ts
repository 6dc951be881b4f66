import type { Grant, Offer, Refusal, RefusalReason } from "@hooklane/core";
import { type LaneSeries, OTHER } from "./lane-series.ts";

/** Permits of one series since it began. */
export interface PermitCounts {
  offered: number;
  /** Granted for what has waited longest… */
  oldest: number;
  /** …and for new work beside older. */
  fresh: number;
  refused: Map<RefusalReason, number>;
}

export interface PermitTotals {
  offered: number;
  granted: number;
  refused: number;
  finished: number;
  givenBack: number;
}

/** Lanes looked at between two rankings, at the most. */
const MAX_TOUCHED = 5_000;

/**
 * Counts every permit that is asked for, granted, refused and over: in plain numbers, as it is called for each offer of each round.
 * The totals know every permit; the counts per series are for the lanes that have one.
 */
export class PermitBook {
  readonly #series: LaneSeries;
  readonly #counts = new Map<string, PermitCounts>();
  readonly totals: PermitTotals = { offered: 0, granted: 0, refused: 0, finished: 0, givenBack: 0 };
  #touched = new Set<string>();

  constructor(series: LaneSeries) {
    this.#series = series;
  }

  get counts(): ReadonlyMap<string, PermitCounts> {
    return this.#counts;
  }

  /** What one round of admission was asked and said. */
  round(offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[]): void {
    for (const { laneId, wanted } of offers) {
      const n = Math.max(0, Math.floor(wanted));
      this.totals.offered += n;
      this.#of(laneId).offered += n;
      if (this.#touched.size < MAX_TOUCHED) this.#touched.add(laneId);
    }
    for (const { laneId, n, newWork } of grants) {
      this.totals.granted += n;
      const counts = this.#of(laneId);
      counts.fresh += newWork?.n ?? 0;
      counts.oldest += n - (newWork?.n ?? 0);
    }
    for (const { laneId, n, reason } of refusals) {
      this.totals.refused += n;
      const { refused } = this.#of(laneId);
      refused.set(reason, (refused.get(reason) ?? 0) + n);
    }
  }

  finished(): void {
    this.totals.finished++;
  }

  givenBack(n: number): void {
    this.totals.givenBack += n;
  }

  /** What does not add up. @param inFlight permits that admission says are held */
  unaccounted(inFlight: number): { offers: number; grants: number } {
    const { offered, granted, refused, finished, givenBack } = this.totals;
    return { offers: offered - granted - refused, grants: granted - finished - givenBack - inFlight };
  }

  /** Lanes that asked for permits since the last call, some of them where they are very many. */
  takeTouched(): Set<string> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** The lane has no series any more. */
  forget(laneId: string): void {
    if (laneId !== OTHER) this.#counts.delete(laneId);
  }

  #of(laneId: string): PermitCounts {
    const name = this.#series.of(laneId);
    let counts = this.#counts.get(name);
    if (!counts) {
      counts = { offered: 0, oldest: 0, fresh: 0, refused: new Map() };
      this.#counts.set(name, counts);
    }
    return counts;
  }
}
