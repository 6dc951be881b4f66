import { allowed, refusedBy, type Verdict } from "../policy/verdict.ts";

/** Whether a subscription takes deliveries at all. `deleted` while its pending deliveries are being ended. */
export type SubscriptionState = "active" | "paused" | "disabled" | "deleted";

const verdicts: { readonly [state in SubscriptionState]: Verdict } = {
  active: allowed,
  paused: refusedBy("subscription_paused", "subscription_resumed"),
  disabled: refusedBy("subscription_disabled", "subscription_enabled"),
  deleted: refusedBy("subscription_deleted", "delivery_ended"),
};

/** Nothing is sent unless the subscription is active. Holds no state of its own: the offer carries it. */
export function checkSubscription(state: SubscriptionState): Verdict {
  return verdicts[state];
}
