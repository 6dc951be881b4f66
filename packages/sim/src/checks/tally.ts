/** Counts by key; a count of 0 is forgotten. */
export class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** @returns the new count */
  add(key: string, n: number): number {
    const count = this.of(key) + n;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    return count;
  }

  entries(): Iterable<[string, number]> {
    return this.#counts.entries();
  }
}
