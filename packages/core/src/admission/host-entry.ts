import type { HostBreakerState } from "../circuit-breaker/host-breaker.ts";
import type { RateDebt } from "../rate-debt/rate-debt.ts";
import type { RampState } from "../recovery-ramp/recovery-ramp.ts";
import type { TokenBucketState } from "../token-bucket/token-bucket.ts";
import type { WindowState } from "../windows/time-window.ts";

/**
 * Everything that is known of one host. A host with a single lane is left to that lane's breaker and budget, which are
 * tighter, so nothing but counts is kept of it.
 */
export class HostEntry {
  readonly host: string;
  /** Permits, those of other workers' leases included. */
  inFlight = 0;
  /** Lanes that are known and point here. */
  lanes = 0;
  /** Lanes that hold permits here. */
  holding = 0;
  breaker: HostBreakerState | null = null;
  /** Null while the host does not recover. */
  ramp: RampState = null;
  budget: TokenBucketState | null = null;
  bytes: RateDebt | null = null;
  /** Deliveries that arrived for its lanes. */
  offered: WindowState | null = null;

  constructor(host: string) {
    this.host = host;
  }

  get isShared(): boolean {
    return this.lanes > 1;
  }
}
