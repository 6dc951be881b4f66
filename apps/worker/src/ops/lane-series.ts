/** The series of every lane that has none of its own. */
export const OTHER = "other";

/** A lane that was without work for so many rankings gives its place up, though nobody asks for it. */
const MAX_IDLE_RANKINGS = 60;

/**
 * Which lanes have series of their own. Never more than `max`, however many lanes there are: active lanes get places while there are any, and
 * each ranking gives them to those with the highest scores. What a lane counts while it has no place counts for {@link OTHER}.
 */
export class LaneSeries {
  readonly #max: number;
  /** With how many rankings in a row each was without work. */
  readonly #named = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  get named(): Iterable<string> {
    return this.#named.keys();
  }

  /** The series that something of this lane counts for now; called for lanes that are active. */
  of(laneId: string): string {
    if (this.#named.has(laneId)) return laneId;
    if (this.#named.size >= this.#max) return OTHER;
    this.#named.set(laneId, 0);
    return laneId;
  }

  /**
   * Gives the places to the lanes with the highest scores above 0; of equals, to those that have one. A lane with a place that is not scored
   * keeps it for a while, if no other wants it.
   * @returns the lanes that lost their place: their series are to be removed
   */
  rank(scores: ReadonlyMap<string, number>): string[] {
    const before = [...this.#named];
    const first = [...scores]
      .filter(([, score]) => score > 0)
      .sort(([a, x], [b, y]) => y - x || Number(this.#named.has(b)) - Number(this.#named.has(a)))
      .slice(0, this.#max);
    this.#named.clear();
    for (const [laneId] of first) this.#named.set(laneId, 0);
    const lost: string[] = [];
    for (const [laneId, idle] of before) {
      if (this.#named.has(laneId)) continue;
      if (this.#named.size < this.#max && idle < MAX_IDLE_RANKINGS) this.#named.set(laneId, idle + 1);
      else lost.push(laneId);
    }
    return lost;
  }
}
