import type { DeliveryMode, LaneFacts, RetryableStatus, RetryPolicyOverride, SubscriptionState } from "@hooklane/core";
import type { Endpoint } from "../endpoints/endpoint.ts";

/** One subscription of a world, and the endpoint behind it. */
export interface LaneSpec {
  readonly id: string;
  readonly tenantId: string;
  readonly host: string;
  readonly endpoint: Endpoint;
  readonly ordered?: boolean;
  readonly mode?: DeliveryMode;
  /** The plan's ceiling for a lane. */
  readonly laneCap?: number;
  /** What the host may have in flight over all its lanes and workers; absent: the configured cap. */
  readonly hostCap?: number;
  /** Workers that share the host's cap, when it is split; each has an equal part of it. */
  readonly hostWorkers?: number;
  /** What the tenant's plan allows over all its lanes; absent: no limit. */
  readonly plan?: NonNullable<LaneFacts["plan"]>;
  /** The customer's own limit, in deliveries per second. */
  readonly rateLimit?: number;
  readonly emptyBudget?: NonNullable<LaneFacts["emptyBudget"]>;
  readonly retryPolicy?: RetryPolicyOverride;
  readonly retryableStatuses?: readonly RetryableStatus[];
  /** Its own shard instead of its host's, as for a split host. */
  readonly shardKey?: string;
}

/** A subscription while the world runs. */
export interface Lane extends LaneSpec {
  readonly shard: number;
  state: SubscriptionState;
}
