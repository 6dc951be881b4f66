import type { DeadReason, DeliveryClass, DeliveryMode, EpochMs } from "@hooklane/core";
import type { Lane } from "./lane-spec.ts";

/** A row of the virtual ledger. The columns are those that policies and claims read. */
export interface Delivery {
  readonly id: number;
  readonly eventId: number;
  readonly lane: Lane;
  readonly mode: DeliveryMode;
  readonly createdAt: EpochMs;
  readonly deadlineAt: EpochMs;
  /** Its place in an ordered lane. */
  readonly sequence: number | null;
  class: DeliveryClass;
  state: "pending" | "inflight" | "delivered" | "dead";
  attempt: number;
  failures: number;
  prevDelayMs: number | null;
  nextAttemptAt: EpochMs;
  leaseToken: number | null;
  leaseExpiresAt: EpochMs;
  deadReason: DeadReason | null;
  finishedAt: EpochMs | null;
  /** Raised whenever the row enters a queue, so that entries of an earlier stay are recognised. */
  stamp: number;
}

export function isOpen({ state }: Delivery): boolean {
  return state === "pending" || state === "inflight";
}
