import type { HealthSummary } from "./health.ts";
import type { SubscriptionView } from "./subscription.ts";

/** A subscription in the list that people see. */
export interface EndpointListItem extends SubscriptionView {
  health: HealthSummary;
}
