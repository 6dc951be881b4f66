/** Values in the order of a number; those with equal numbers come out in the order in which they went in. */
export class MinHeap<Value> {
  readonly #keys: number[] = [];
  readonly #turns: number[] = [];
  readonly #values: Value[] = [];
  #nextTurn = 0;

  get size(): number {
    return this.#keys.length;
  }

  /** The smallest key, or Infinity. */
  get firstKey(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY;
  }

  get first(): Value | undefined {
    return this.#values[0];
  }

  push(key: number, value: Value): void {
    const turn = this.#nextTurn++;
    let at = this.#keys.length;
    this.#keys.push(key);
    this.#turns.push(turn);
    this.#values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(key, turn, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, key, turn, value);
  }

  /** Takes out the value with the smallest key. */
  pop(): Value | undefined {
    const first = this.#values[0];
    const key = this.#keys.pop();
    const turn = this.#turns.pop();
    const value = this.#values.pop();
    if (key === undefined || turn === undefined || this.#keys.length === 0) return first;
    const size = this.#keys.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isBefore(this.#keys[child + 1] as number, this.#turns[child + 1] as number, child)) child++;
      if (this.#isBefore(key, turn, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, key, turn, value as Value);
    return first;
  }

  #isBefore(key: number, turn: number, at: number): boolean {
    const other = this.#keys[at] as number;
    return key < other || (key === other && turn < (this.#turns[at] as number));
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#keys[from] as number, this.#turns[from] as number, this.#values[from] as Value);
  }

  #set(at: number, key: number, turn: number, value: Value): void {
    this.#keys[at] = key;
    this.#turns[at] = turn;
    this.#values[at] = value;
  }
}
