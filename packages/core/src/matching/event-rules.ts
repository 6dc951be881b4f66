import type { PolicyConfig } from "../config/policy-config.ts";
import { patternsFor } from "./event-type.ts";
import { passesFilter, readFilter } from "./filter.ts";
import { type OwedBy, type OwedDelivery, owedDelivery } from "./owed-delivery.ts";

/** A subscription as the ledger has it. */
export type StoredOwedBy = Omit<OwedBy, "windowMs"> & { readonly retryPolicy: Record<string, unknown> };

/** Who an event goes to and how its deliveries begin, where a job or a fact of ours makes them. */
export function eventRules({ retry }: Pick<PolicyConfig, "retry">) {
  return {
    /** The patterns that take an event type. */
    patterns: patternsFor,
    /** Whether a payload passes a subscription's filter. It was judged when it was written; one that a newer version wrote and this one cannot read holds nothing back. */
    passes(filter: Record<string, unknown>, payload: unknown): boolean {
      const read = readFilter(filter);
      return !read.ok || passesFilter(read.filter, payload);
    },
    /** How a subscription's delivery begins. */
    owed: (subscription: StoredOwedBy, acceptedMs: number): OwedDelivery =>
      owedDelivery({ ...subscription, windowMs: subscription.retryPolicy.window_ms as number | undefined }, acceptedMs, retry.window_ms),
  };
}
