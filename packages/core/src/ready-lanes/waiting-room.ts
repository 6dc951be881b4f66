import type { Work } from "./work.ts";

/**
 * Work that waits for a permit of one place, in the order in which it came. Who was let out and did not get the permit goes
 * back to the front; who got one and comes again goes to the end. So nobody is passed by for ever.
 */
export class WaitingRoom {
  readonly #front = new Set<Work>();
  readonly #back = new Set<Work>();

  get isEmpty(): boolean {
    return this.#front.size + this.#back.size === 0;
  }

  /** @param isBack it was let out from here and got nothing */
  add(work: Work, isBack: boolean): void {
    (isBack ? this.#front : this.#back).add(work);
  }

  delete(work: Work): void {
    this.#front.delete(work);
    this.#back.delete(work);
  }

  /** Lets out those that waited longest, at most `n`. */
  letOut(n: number): Work[] {
    const out: Work[] = [];
    for (const room of [this.#front, this.#back]) {
      for (const work of room) {
        if (out.length === n) return out;
        room.delete(work);
        out.push(work);
      }
    }
    return out;
  }
}
