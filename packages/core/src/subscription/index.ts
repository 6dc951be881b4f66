export type { SubscriptionState } from "./subscription-gate.ts";
