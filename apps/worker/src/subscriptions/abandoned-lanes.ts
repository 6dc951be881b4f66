import type pg from "pg";
import type { Logger } from "pino";
import { endPendingDeliveries } from "../jobs/end-pending/handler.ts";
import type { Lane } from "./subscription-cache.ts";

/**
 * Ends what deleted and disabled subscriptions still have pending. The job that is sent with the change ends what is pending then; a retry of an
 * attempt that was in flight, or a lease that runs out later, comes after it, and is found here by discovery.
 */
export class AbandonedLanes {
  readonly #deps: { pool: pg.Pool; now: () => number; log: Logger };
  readonly #running = new Set<string>();

  constructor(deps: { pool: pg.Pool; now: () => number; log: Logger }) {
    this.#deps = deps;
  }

  /** May be called as often as such work is seen: one run per lane at a time. */
  end(lane: Lane): void {
    if (this.#running.has(lane.id)) return;
    this.#running.add(lane.id);
    const reason = lane.state === "deleted" ? "subscription_deleted" : "subscription_disabled";
    endPendingDeliveries(this.#deps, { subscription_id: lane.id, reason }, new AbortController().signal)
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, subscription: lane.id }, "ending pending deliveries failed; it is tried again"),
      )
      .finally(() => this.#running.delete(lane.id));
  }
}
