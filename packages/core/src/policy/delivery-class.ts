/** What kind of work a permit is for; permits are granted per lane and class. The array is the order of preference in a lane's first turn. */
export const deliveryClasses = ["ordered", "first", "retry", "catch_up"] as const;

/**
 * - `first`: never attempted
 * - `retry`: waits for another attempt after a failure
 * - `catch_up`: backlog sent again in bulk
 * - `ordered`: the head of a subscription that keeps order; one in flight at a time
 */
export type DeliveryClass = (typeof deliveryClasses)[number];
