/** The promises that the books check, by how they are broken. */
export type ViolationKind =
  /** Accepted, no 2xx sent by the receiver, and neither pending, in flight nor dead. */
  | "lost"
  /** The payload's bytes are not those that were posted, or two copies of one delivery differ. */
  | "body_altered"
  /** A copy whose signature is wrong, stale or was not checked. */
  | "signature"
  /** `webhook-id`, the envelope's id and `Idempotency-Key` do not name one event and one subscription. */
  | "identity"
  /** A copy, or a delivery row, for a subscription that was not among the event's targets. */
  | "unintended"
  /** A copy of an event that the producer was never told is accepted, nor left in doubt about. */
  | "never_accepted"
  /** One idempotency key was accepted as two events, or two keys as one event. */
  | "key_split"
  /** The platform says delivered more often than the receiver sent 2xx. */
  | "delivered_without_2xx"
  /** The receiver sent 2xx, and the platform has no row of it. */
  | "missing_delivery"
  /** Two rows of the same generation for one event and subscription. */
  | "duplicate_delivery"
  /** Dead, and the platform does not say why. */
  | "dead_without_reason"
  /** Still pending or in flight, or in no state we know. */
  | "unfinished"
  /** A counter of the health call differs from the listed deliveries. */
  | "health";

/** One broken promise. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly eventId?: string;
  readonly subscriptionId?: string;
  readonly detail: string;
}

/** Counts violations and keeps the first few of each kind. */
export interface ViolationLog {
  add(kind: ViolationKind, detail: string, where?: { readonly eventId?: string; readonly subscriptionId?: string }): void;
  counts(): Partial<Record<ViolationKind, number>>;
  examples(): Violation[];
}

const examplesPerKind = 10;

export function createViolationLog(): ViolationLog {
  const counts: Partial<Record<ViolationKind, number>> = {};
  const examples: Violation[] = [];
  return {
    add: (kind, detail, where = {}) => {
      const count = (counts[kind] ?? 0) + 1;
      counts[kind] = count;
      if (count <= examplesPerKind) examples.push({ kind, ...where, detail });
    },
    counts: () => ({ ...counts }),
    examples: () => [...examples],
  };
}
