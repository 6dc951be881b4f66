import type { Permit } from "../policy/permit.ts";
import type { Refused } from "../policy/verdict.ts";
import type { SubscriptionState } from "../subscription/subscription-gate.ts";

/** A lane has due work of one class, before any row is known. */
export interface Offer extends Permit {
  /** How many permits it could use now: a whole number; below 1 the offer is ignored. */
  readonly wanted: number;
  readonly subscriptionState: SubscriptionState;
  /** The plan's ceiling for a lane; absent: the configured number alone. */
  readonly laneCap?: number;
  /** A plan's or the operator's own cap for this host; absent: the configured one. */
  readonly hostCap?: number;
}

/** Permits granted to one lane and class: claim at most `n` rows, give back what found none, and end each of the others. */
export interface Grant extends Permit {
  readonly n: number;
}

/** What an offer did not get, and the first policy that said no. */
export type Refusal = Pick<Permit, "laneId" | "tenantId" | "host" | "class"> & {
  /** How many of the wanted permits were refused. */
  readonly n: number;
} & Pick<Refused, "reason" | "until" | "endedBy">;

/** Leases found in the ledger when a shard was taken over: attempts that other workers make, or made before they died. */
export interface ForeignLeases extends Permit {
  readonly n: number;
  /** When the leases end, and with them the permits; no other notice comes. */
  readonly expiresAt: number;
}
