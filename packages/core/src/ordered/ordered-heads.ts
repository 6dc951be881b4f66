import type { DeadReason } from "../reasons/dead-reason.ts";
import type { Settlement } from "../settle/settle.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";

/** A delivery that died at the head of an ordered subscription: what came after it was sent without it. */
export interface DeadHead {
  readonly deliveryId: string;
  readonly sequence: number;
  readonly reason: DeadReason;
  readonly at: EpochMs;
}

export interface OrderedHeadsState {
  /** Dead heads that no replay has delivered yet. */
  readonly deadHeads: number;
  /** The latest of them; null when it was replayed. */
  readonly latest: DeadHead | null;
}

/**
 * An ordered subscription sends one delivery at a time, by sequence. The head blocks until it is delivered or dead: while
 * it waits for another attempt, nothing passes it. A dead head lets the next one pass and is flagged, so that the gap is
 * seen; its replay takes a new sequence, comes later, and takes the flag down when it is delivered.
 */
export const orderedHeads = {
  initial: (): OrderedHeadsState => ({ deadHeads: 0, latest: null }),

  /** May the next in sequence go? The head's delivery came to this. */
  letsNextPass: (settlement: Pick<Settlement, "state">): boolean => settlement.state !== "pending",

  /** The head ended, by an attempt, its deadline or its subscription. */
  ended(state: OrderedHeadsState, head: { deliveryId: string; sequence: number }, end: HeadEnd, now: EpochMs): OrderedHeadsState {
    if (end.state !== "dead") return state;
    const { deliveryId, sequence } = head;
    return { deadHeads: state.deadHeads + 1, latest: { deliveryId, sequence, reason: end.reason, at: now } };
  },

  /** The replay of a flagged head was delivered; `deliveryId` is the head's own, not the replay's. */
  replayed(state: OrderedHeadsState, deliveryId: string): OrderedHeadsState {
    if (state.deadHeads === 0) return state;
    return { deadHeads: state.deadHeads - 1, latest: state.latest?.deliveryId === deliveryId ? null : state.latest };
  },

  isIdle: (state: OrderedHeadsState): boolean => state.deadHeads === 0,
} as const;

export type HeadEnd = { readonly state: "delivered" | "pending" } | { readonly state: "dead"; readonly reason: DeadReason };

/**
 * The most that an ordered subscription can send, per second: one after the other, each taking `latencyMs`.
 *
 * @param latencyMs how long a delivered attempt takes, typically; null: none is known
 */
export function orderedCeilingPerS(latencyMs: number | null): number | null {
  return latencyMs === null ? null : secondMs / Math.max(1, latencyMs);
}
