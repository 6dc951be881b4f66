import type { PanicTransition } from "../circuit-breaker/fleet-panic.ts";
import type { OpeningEvidence } from "../circuit-breaker/subscription-breaker.ts";
import type { BreakerTransition } from "../circuit-breaker/transition.ts";

/** A circuit changed. Store `opened` and `closed`; tell other workers of `opened`, who pass it to `adoptOpen`. */
export interface CircuitChange extends BreakerTransition {
  readonly scope: "lane" | "host";
  /** The lane's id, or the host. */
  readonly id: string;
  /** Of a lane whose closed circuit opened: what it opened for. */
  readonly evidence?: OpeningEvidence;
}

/** Something that happened inside admission and that others have to hear of: gossip, storage, alerts. */
export type AdmissionTransition = CircuitChange | ({ readonly scope: "fleet" } & PanicTransition);
