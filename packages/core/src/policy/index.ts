export { type DeliveryClass, deliveryClasses } from "./delivery-class.ts";
export type { AttemptEnd, Permit } from "./permit.ts";
export type { Policy } from "./policy.ts";
export type { EndingEvent, Refused, Verdict } from "./verdict.ts";
