import { type DeliveryClass, deliveryClasses } from "../policy/delivery-class.ts";
import { type EpochMs, minuteMs, secondMs } from "../time/durations.ts";

/** Keys of the policy configuration under `floor`. */
export interface FloorConfig {
  /** The part of a lane's grants that its oldest work gets while it exists, in (0, 1]. */
  readonly share: number;
}

export const defaultFloorConfig: FloorConfig = { share: 0.2 };

/** First attempts that have waited no longer than this are new work. */
export const newWorkMs = minuteMs;
/** A claim of new work found none: its grants go to the oldest for this long, then it is tried again. */
export const newWorkRetryMs = secondMs;

/** What discovery knows of one class of a lane. */
export interface ClassHead {
  readonly class: DeliveryClass;
  /** The due time of its first row. A recovering lane may name rows that are due later. */
  readonly firstDueAt: EpochMs;
  /** Class `first` alone: the first due time within the last minute, null when there is none; absent when nobody looked. */
  readonly newDueAt?: EpochMs | null;
}

/** Where one grant goes. */
export interface FloorPick {
  readonly class: DeliveryClass;
  readonly share: "new" | "oldest";
  /** Claim only rows that fell due later than this; null: from the first row of the class on. */
  readonly dueAfter: EpochMs | null;
}

export interface FloorState {
  /** What the oldest work has saved up, in grants: 0 up to 1. */
  readonly credit: number;
  /** Until when new work counts as absent, because a claim found none; 0: it does not. */
  readonly noNewUntil: EpochMs;
}

/** Sums of shares miss 1 by less than this. */
const roundingError = 1e-9;

/**
 * Which work of a lane a grant goes to. Every fifth grant goes to the oldest due work of any class while there is any;
 * the others to first attempts younger than 60 s, the latest first: in the order of their coming, each would wait for all
 * that the outage left of the last minute, and so for nearly a minute as long as the backlog lasts. What one part does not
 * use goes to the other: without new work all grants go to the oldest, and without a backlog the oldest *is* new work. So
 * neither a steady stream of new events nor an endless backlog starves the other, and among any n grants in a row at least
 * ⌊n · share⌋ went to the oldest.
 */
export const backlogFloor = {
  initial: (): FloorState => ({ credit: 0, noNewUntil: 0 }),

  /** Is the next grant the floor's? */
  isOldestTurn: (state: FloorState, { share }: FloorConfig): boolean => state.credit + share >= 1 - roundingError,

  /**
   * The picks for the next grant, best first. Try them in order, so that a class that another policy refuses (retries
   * over their budget, say) passes its turn on to the next oldest instead of losing it.
   *
   * @param heads one per class with work that may be sent; empty gives no pick
   */
  rank(state: FloorState, now: EpochMs, heads: readonly ClassHead[], config: FloorConfig): FloorPick[] {
    const oldest = byAge(heads).map((head): FloorPick => ({ class: head.class, share: "oldest", dueAfter: null }));
    if (backlogFloor.isOldestTurn(state, config) || !hasNewWork(state, now, heads)) return oldest;
    return [{ class: "first", share: "new", dueAfter: now - newWorkMs }, ...oldest];
  },

  /** One grant was made. Counts every grant, also those that went to the oldest on another's turn. */
  take(state: FloorState, { share }: FloorConfig): FloorState {
    const credit = state.credit + share;
    return { ...state, credit: credit >= 1 - roundingError ? Math.max(0, credit - 1) : credit };
  },

  /** A grant was not used: its turn comes again. */
  giveBack(state: FloorState, { share }: FloorConfig): FloorState {
    const credit = state.credit - share;
    return { ...state, credit: Math.abs(credit) < roundingError ? 0 : credit < 0 ? credit + 1 : credit };
  },

  /** A claim under this pick found fewer rows than it was granted. */
  missed: (state: FloorState, now: EpochMs, pick: FloorPick): FloorState =>
    pick.share === "new" ? { ...state, noNewUntil: now + newWorkRetryMs } : state,

  isIdle: (state: FloorState, now: EpochMs): boolean => state.credit === 0 && state.noNewUntil <= now,
} as const;

function byAge(heads: readonly ClassHead[]): ClassHead[] {
  const place = (head: ClassHead) => deliveryClasses.indexOf(head.class);
  return [...heads].sort((a, b) => a.firstDueAt - b.firstDueAt || place(a) - place(b));
}

function hasNewWork(state: FloorState, now: EpochMs, heads: readonly ClassHead[]): boolean {
  const first = heads.find((head) => head.class === "first");
  if (!first) return false;
  const newest = first.firstDueAt > now - newWorkMs ? first.firstDueAt : first.newDueAt;
  if (newest === null) return false;
  if (state.noNewUntil <= now) return true;
  // Only what fell due after the claim that found none is news; a discovery that goes on naming the same work is not believed.
  return newest !== undefined && newest > state.noNewUntil - newWorkRetryMs && newest <= now;
}
