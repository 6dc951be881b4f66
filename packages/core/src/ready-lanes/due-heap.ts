/** A binary heap of keys by time. A key may be in it more than once; what an entry means is looked up elsewhere when it comes out. */
export class DueHeap {
  readonly #times: number[] = [];
  readonly #keys: string[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** The earliest time, or Infinity. */
  get first(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  push(key: string, time: number): void {
    let i = this.#keys.length;
    this.#keys.push(key);
    this.#times.push(time);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((this.#times[parent] as number) <= time) break;
      this.#swap(i, parent);
      i = parent;
    }
  }

  /** Takes out the earliest key if its time has come. */
  popDue(now: number): string | undefined {
    if (this.first > now) return undefined;
    const key = this.#keys[0];
    const last = this.#keys.length - 1;
    this.#swap(0, last);
    this.#keys.pop();
    this.#times.pop();
    this.#sink();
    return key;
  }

  #sink(): void {
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < this.#times.length && (this.#times[child] as number) < (this.#times[least] as number)) least = child;
      if (least === i) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #swap(i: number, j: number): void {
    [this.#times[i], this.#times[j]] = [this.#times[j] as number, this.#times[i] as number];
    [this.#keys[i], this.#keys[j]] = [this.#keys[j] as string, this.#keys[i] as string];
  }
}
