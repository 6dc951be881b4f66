import type { Classification } from "../classify/classification.ts";
import type { DeliveryClass } from "./delivery-class.ts";

/**
 * The right to make one attempt, and where it was taken: whoever ends it hands the same value back. The host is the one
 * at the time of the grant, so a subscription that moves meanwhile still frees the host it was counted on.
 */
export interface Permit {
  readonly laneId: string;
  readonly tenantId: string;
  readonly host: string;
  readonly class: DeliveryClass;
  /** The grant it came from, which knows what it was taken under. Only permits that admission granted have it. */
  readonly grantId?: number;
}

/** An attempt that ended, as policies observe it. */
export interface AttemptEnd {
  readonly permit: Permit;
  readonly classification: Classification;
  /** From the first byte of work on the connection to the end of reading, in milliseconds. */
  readonly durationMs: number;
}
