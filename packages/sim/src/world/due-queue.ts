import type { EpochMs } from "@hooklane/core";
import type { Delivery } from "./delivery.ts";

interface Entry {
  readonly delivery: Delivery;
  readonly dueAt: EpochMs;
  readonly stamp: number;
}

/** Taken entries at the beginning are cut off when there are so many. */
const cutAt = 1_024;

/** The due index of one lane and class: pending rows by the moment they may be attempted, those of one moment as they came. */
export class DueQueue {
  #entries: Entry[] = [];
  /** Everything before it was taken. */
  #head = 0;
  #size = 0;

  /** Rows that wait here. */
  get size(): number {
    return this.#size;
  }

  /** When the first row is due; Infinity without any. */
  get firstDueAt(): EpochMs {
    while (this.#head < this.#entries.length && !isCurrent(this.#entries[this.#head] as Entry)) this.#head++;
    this.#cut();
    return this.#entries[this.#head]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  add(delivery: Delivery): void {
    delivery.stamp++;
    this.#size++;
    const entry = { delivery, dueAt: delivery.nextAttemptAt, stamp: delivery.stamp };
    const last = this.#entries.at(-1);
    // Most rows are due when they come, so they belong at the end.
    if (!last || last.dueAt <= entry.dueAt) this.#entries.push(entry);
    else this.#entries.splice(this.#firstAfter(entry.dueAt), 0, entry);
  }

  /** A row left otherwise than by {@link take}; its entry is dropped when it comes up. */
  left(): void {
    this.#size--;
  }

  /** Takes at most `n` rows due from `dueAfter` to `dueBefore`, the first due first. */
  take(dueAfter: EpochMs, dueBefore: EpochMs, n: number): Delivery[] {
    const taken: Delivery[] = [];
    const from = this.#firstFrom(dueAfter);
    let at = from;
    for (; at < this.#entries.length && taken.length < n; at++) {
      const entry = this.#entries[at] as Entry;
      if (entry.dueAt > dueBefore) break;
      if (isCurrent(entry)) taken.push(entry.delivery);
    }
    if (from === this.#head) this.#head = at;
    else this.#entries.splice(from, at - from);
    this.#cut();
    this.#size -= taken.length;
    return taken;
  }

  /** Takes at most `n` rows due from `dueAfter` to `dueBefore`, the last due first. */
  takeLatest(dueAfter: EpochMs, dueBefore: EpochMs, n: number): Delivery[] {
    const taken: Delivery[] = [];
    const end = this.#firstAfter(dueBefore);
    const first = this.#firstFrom(dueAfter);
    let at = end;
    while (at > first && taken.length < n) {
      const entry = this.#entries[--at] as Entry;
      if (isCurrent(entry)) taken.push(entry.delivery);
    }
    this.#entries.splice(at, end - at);
    this.#size -= taken.length;
    return taken;
  }

  #cut(): void {
    if (this.#head < cutAt || this.#head < this.#entries.length / 2) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }

  /** The first entry due at a moment or later. */
  #firstFrom(moment: EpochMs): number {
    return this.#search((dueAt) => dueAt >= moment);
  }

  #firstAfter(moment: EpochMs): number {
    return this.#search((dueAt) => dueAt > moment);
  }

  #search(isPast: (dueAt: EpochMs) => boolean): number {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isPast((this.#entries[middle] as Entry).dueAt)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isCurrent({ delivery, stamp }: Entry): boolean {
  return delivery.state === "pending" && delivery.stamp === stamp;
}
