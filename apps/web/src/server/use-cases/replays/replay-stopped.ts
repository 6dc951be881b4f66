import { type Refusal, refuse } from "../../result.ts";

/** Why nothing can be replayed to a subscription in this state. */
export const replayStopped = (state: "disabled" | "deleted"): Refusal =>
  state === "disabled"
    ? refuse("subscription_disabled", "The subscription is disabled: enable it, then replay.")
    : refuse("subscription_deleted", "The subscription was deleted: there is nobody to send to.");
