import { type Arrivals, readArrivals } from "@hooklane/db";
import type pg from "pg";

/** Lanes read per call, so that a worker with 50,000 busy lanes reads all of them in turn and never many at once. */
const SLICE = 2_000;
/** A lane without due work for this long is not watched any more. */
const FORGET_MS = 600_000;

interface Watched {
  /** The last reading; null before the first, which only says where counting begins. */
  arrived: number | null;
  seenMs: number;
}

export interface ArrivalSamplerOptions {
  pool: pg.Pool;
  now: () => number;
  /** `n` deliveries were created for the lane since the last reading. */
  onArrived: (laneId: string, n: number) => void;
}

/** Measures what arrives for the lanes that have work, from counters that the accepting side keeps: what is claimed is what we could send, not what was asked for. */
export class ArrivalSampler {
  readonly #options: ArrivalSamplerOptions;
  // The order of insertion is the order of the turns
  readonly #watched = new Map<string, Watched>();

  constructor(options: ArrivalSamplerOptions) {
    this.#options = options;
  }

  /** The lane has work. */
  watch(laneId: string): void {
    const known = this.#watched.get(laneId);
    if (known) known.seenMs = this.#options.now();
    else this.#watched.set(laneId, { arrived: null, seenMs: this.#options.now() });
  }

  /** Reads the lanes whose turn it is; to be called about each second. */
  async sample(): Promise<void> {
    for (const { subscriptionId, arrived } of await readArrivals(this.#options.pool, this.#next())) this.#count(subscriptionId, arrived);
  }

  /** Those that were not read for longest, which go to the end of the line. */
  #next(): string[] {
    const oldestMs = this.#options.now() - FORGET_MS;
    const turn: [string, Watched][] = [];
    for (const entry of this.#watched) {
      if (turn.length === SLICE) break;
      turn.push(entry);
    }
    for (const [id] of turn) this.#watched.delete(id);
    const kept = turn.filter(([, { seenMs }]) => seenMs >= oldestMs);
    for (const [id, watched] of kept) this.#watched.set(id, watched);
    return kept.map(([id]) => id);
  }

  #count(laneId: string, arrived: Arrivals["arrived"]): void {
    const watched = this.#watched.get(laneId);
    if (!watched) return;
    const n = watched.arrived === null ? 0 : arrived - watched.arrived;
    watched.arrived = arrived;
    if (n > 0) this.#options.onArrived(laneId, n);
  }
}
