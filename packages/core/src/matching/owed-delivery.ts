import type { DeadReason } from "../reasons/index.ts";
import { maxWindowMs } from "../retry/retry-policy.ts";

/** What of a subscription decides how a delivery to it begins. */
export interface OwedBy {
  state: "active" | "paused" | "disabled" | "deleted";
  ordered: boolean;
  mode: "at_least_once" | "at_most_once";
  /** The subscription's own retry window in ms; absent: the policy's. */
  windowMs: number | undefined;
  /** Its backlog is over the threshold: what comes is recorded dead. */
  isShedding?: boolean;
}

export interface OwedDelivery {
  class: "first" | "catch_up" | "ordered";
  mode: "at_least_once" | "at_most_once";
  state: "pending" | "dead";
  reason: DeadReason | null;
  /** When attempts stop, ms since 1970. */
  deadlineMs: number;
}

/** States to which nothing is sent: what is owed is recorded all the same, and can be replayed. */
const deadAtOnce: Partial<Record<OwedBy["state"], DeadReason>> = { disabled: "subscription_disabled", deleted: "subscription_deleted" };

/**
 * How the delivery of a newly accepted event to a subscription begins. A disabled subscription's deliveries are recorded dead, to be replayed
 * once it is enabled; so are those of one that is shedding. A paused one's wait, and their deadline runs.
 * @param createdMs when the delivery is created, ms since 1970
 * @param windowMs the policy's retry window, for subscriptions without one of their own
 */
export function owedDelivery(subscription: OwedBy, createdMs: number, windowMs: number): OwedDelivery {
  const reason = deadAtOnce[subscription.state] ?? (subscription.isShedding ? "backlog_shed" : null);
  return {
    class: subscription.ordered ? "ordered" : "first",
    mode: subscription.mode,
    state: reason ? "dead" : "pending",
    reason,
    deadlineMs: createdMs + Math.min(subscription.windowMs ?? windowMs, maxWindowMs),
  };
}

/**
 * How the replay of a delivery begins: as a new delivery would, under the subscription's rules of now, but as backlog. In an ordered subscription it
 * goes to the end of the line.
 * @param createdMs when the replay is made, ms since 1970: its deadline counts from here
 */
export function owedReplay(subscription: OwedBy, createdMs: number, windowMs: number): OwedDelivery {
  const owed = owedDelivery(subscription, createdMs, windowMs);
  return { ...owed, class: subscription.ordered ? "ordered" : "catch_up" };
}
