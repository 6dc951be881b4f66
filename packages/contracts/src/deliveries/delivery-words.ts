// What pages need without the schemas that stand beside it: those bring a validator with them.

export const deliveryStates = ["pending", "inflight", "delivered", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A status of an answer, or all of its class: `404`, `5xx`. */
export const statusFilterPattern = /^[1-5](\d\d|xx)$/;

export const MAX_REPLAYED_AT_ONCE = 100;
