import type { Permit } from "../policy/permit.ts";
import type { Refused } from "../policy/verdict.ts";
import type { OnEmptyBudget } from "../retry-budget/retry-budget.ts";
import type { SubscriptionState } from "../subscription/subscription-gate.ts";
import type { TenantGateConfig } from "../tenant-gate/tenant-gate.ts";
import type { EpochMs } from "../time/durations.ts";

/** What admission has to be told about a lane, because it belongs to the subscription or its tenant's plan. */
export interface LaneFacts extends Omit<Permit, "grantId"> {
  readonly subscriptionState: SubscriptionState;
  /** The plan's ceiling for a lane; absent: the largest that any plan has. */
  readonly laneCap?: number;
  /** A plan's or the operator's own cap for this host; absent: the configured one. */
  readonly hostCap?: number;
  /** What the tenant's plan allows over all its lanes; absent: no limit. Its rate is also the ceiling of one lane's rate. */
  readonly plan?: TenantGateConfig;
  /** The customer's own limit for the subscription, in deliveries per second; absent or null: none. */
  readonly rateLimit?: number | null;
  /** What the subscription wants done with a retry that the budget does not afford; absent: `defer`. */
  readonly emptyBudget?: OnEmptyBudget;
}

/** A lane has due work of one class, before any row is known. */
export interface Offer extends LaneFacts {
  /** How many permits it could use now: a whole number; below 1 the offer is ignored. */
  readonly wanted: number;
  /**
   * The due time of the class's first row. When every offer of a lane has it, the backlog floor chooses which class is
   * served; otherwise its classes take turns.
   */
  readonly firstDueAt?: EpochMs;
  /** Class `first` alone: the first due time within the last minute, null when there is none; absent when nobody looked. */
  readonly newDueAt?: EpochMs | null;
}

/** Permits granted to one lane and class: claim at most `n` rows, give back what found none, and end each of the others. */
export interface Grant extends Permit {
  readonly n: number;
  /**
   * Of these `n`, how many are for new work, the latest first, and after which due time a row counts as that; the others are
   * for the oldest. Absent: claim from the first row on.
   */
  readonly newWork?: { readonly n: number; readonly dueAfter: EpochMs };
  /** The lane recovers: rows that are due later may be claimed, too, the earliest first. */
  readonly early?: true;
}

/** What an offer did not get, and the first policy that said no. */
export type Refusal = Pick<Permit, "laneId" | "tenantId" | "host" | "class"> & {
  /** How many of the wanted permits were refused. */
  readonly n: number;
  /** The subscription wants retries that the budget does not afford dead instead of waiting: up to `n` due rows become `dead(retry_budget)`. */
  readonly deadLetter?: true;
} & Pick<Refused, "reason" | "until" | "endedBy">;

/** Leases found in the ledger when a shard was taken over: attempts that other workers make, or made before they died. */
export interface ForeignLeases extends Permit {
  readonly n: number;
  /** When the leases end, and with them the permits; no other notice comes. */
  readonly expiresAt: number;
}
