import { type DeliveryClass, deliveryClasses } from "@hooklane/core";

/** Seen by no search for this long: either nothing is due there any more, or nobody searched, and then no age means anything. */
const CONFIRMED_MS = 10_000;
const FORGET_MS = 60_000;
/** Work that waits for a permit is asked for again when one is free: at a host with many lanes that takes minutes, and only then is it no wait any more. */
const PERMIT_WAIT_MS = 600_000;

/**
 * One lane's classes as one array, as there may be very many lanes. Three numbers for each class:
 * the due time that the latest search saw (by the database's clock); since when it has waited without a decision (Infinity while nothing is
 * known to be due); when a search saw it last.
 */
type Watched = number[];
const DUE = 0;
const SINCE = 1;
const SEEN = 2;
const PER_CLASS = 3;
const LENGTH = deliveryClasses.length * PER_CLASS;
const offsetOf = Object.fromEntries(deliveryClasses.map((cls, i) => [cls, i * PER_CLASS])) as Record<DeliveryClass, number>;
const unseen: Watched = deliveryClasses.flatMap(() => [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);

/**
 * Watches from outside whether due work is dealt with: the ledger says what is due, admission what it refuses, and the claims what they took.
 * Work that is due, not refused and not claimed ages. It does not matter why: a loop that hangs, claims that fail, work that was forgotten.
 *
 * Times are monotonic ms except where they are said to be the database's.
 */
export class DueWatch {
  readonly #lanes = new Map<string, Watched>();
  readonly #monotonicNow: () => number;

  constructor(monotonicNow: () => number) {
    this.#monotonicNow = monotonicNow;
  }

  /** A search of the ledger found these. @param nowMs by the database's clock */
  found(lanes: readonly { subscriptionId: string; class: DeliveryClass; firstDueMs: number }[], nowMs: number): void {
    const at = this.#monotonicNow();
    for (const { subscriptionId, class: cls, firstDueMs } of lanes) {
      const watched = this.#of(subscriptionId);
      const i = offsetOf[cls];
      // What was refused until a moment is asked for again then, and not before
      const isHeld = Number.isFinite(watched[i + SINCE]) && (watched[i + SINCE] as number) > at;
      const isNew = watched[i + SINCE] === Number.POSITIVE_INFINITY || at - (watched[i + SEEN] as number) > CONFIRMED_MS;
      watched[i + DUE] = firstDueMs;
      watched[i + SEEN] = at;
      if (isHeld) continue;
      if (firstDueMs > nowMs) watched[i + SINCE] = Number.POSITIVE_INFINITY;
      else if (isNew) watched[i + SINCE] = at;
    }
  }

  /** Admission said not now. @param untilMs when that ends, by the database's clock; null: with an event */
  refused(laneId: string, cls: DeliveryClass, untilMs: number | null, nowMs: number): void {
    const waitMs = untilMs === null ? PERMIT_WAIT_MS : Math.max(0, untilMs - nowMs);
    this.#of(laneId)[offsetOf[cls] + SINCE] = this.#monotonicNow() + waitMs;
  }

  /**
   * A claim took what there was to take.
   * @param headDueMs an ordered lane's head that waits until then, by the database's clock, and all behind it
   */
  claimed(laneId: string, cls: DeliveryClass, headDueMs: number | undefined, nowMs: number): void {
    const watched = this.#lanes.get(laneId);
    if (!watched) return;
    watched[offsetOf[cls] + SINCE] =
      headDueMs === undefined ? Number.POSITIVE_INFINITY : this.#monotonicNow() + Math.max(0, headDueMs - nowMs);
  }

  /** How long what has waited longest has waited, in ms; 0 without any. @param counts whether work of this lane is this worker's to send */
  oldestMs(counts: (laneId: string) => boolean): number {
    const at = this.#monotonicNow();
    let oldest = 0;
    for (const [laneId, watched] of this.#lanes) {
      for (let i = 0; i < LENGTH; i += PER_CLASS) {
        const age = at - (watched[i + SINCE] as number);
        if (age > oldest && at - (watched[i + SEEN] as number) <= CONFIRMED_MS && counts(laneId)) oldest = age;
      }
    }
    return oldest;
  }

  /** Age of the lane's oldest due delivery in ms, whatever holds it back; 0 without any. @param nowMs by the database's clock */
  lagMs(laneId: string, nowMs: number): number {
    const watched = this.#lanes.get(laneId);
    return watched ? nowMs - earliestDue(watched, this.#monotonicNow(), nowMs) : 0;
  }

  /** The same over all lanes but some. */
  maxLagMs(nowMs: number, except: ReadonlySet<string>): number {
    const at = this.#monotonicNow();
    let earliest = nowMs;
    for (const [laneId, watched] of this.#lanes) {
      const due = earliestDue(watched, at, earliest);
      if (due < earliest && !except.has(laneId)) earliest = due;
    }
    return nowMs - earliest;
  }

  /** Lanes whose oldest due delivery is at least this old, with its age in ms, whatever holds it back. @param nowMs by the database's clock */
  lagging(minLagMs: number, nowMs: number): Map<string, number> {
    const at = this.#monotonicNow();
    const lags = new Map<string, number>();
    for (const [laneId, watched] of this.#lanes) {
      const lagMs = nowMs - earliestDue(watched, at, nowMs);
      if (lagMs >= minLagMs) lags.set(laneId, lagMs);
    }
    return lags;
  }

  #of(laneId: string): Watched {
    let watched = this.#lanes.get(laneId);
    if (!watched) {
      watched = unseen.slice();
      this.#lanes.set(laneId, watched);
    }
    return watched;
  }

  /** To be called now and then: memory follows what is pending. */
  forget(): void {
    const at = this.#monotonicNow();
    for (const [laneId, watched] of this.#lanes) {
      let isSeen = false;
      for (let i = 0; i < LENGTH; i += PER_CLASS) isSeen ||= at - (watched[i + SEEN] as number) <= FORGET_MS;
      if (!isSeen) this.#lanes.delete(laneId);
    }
  }
}

/** The earliest of `before` and the lane's due times that a search confirmed. */
function earliestDue(watched: Watched, at: number, before: number): number {
  let earliest = before;
  for (let i = 0; i < LENGTH; i += PER_CLASS) {
    const due = watched[i + DUE] as number;
    if (due < earliest && at - (watched[i + SEEN] as number) <= CONFIRMED_MS) earliest = due;
  }
  return earliest;
}
