import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedBy } from "../policy/verdict.ts";

export interface LaneConfig {
  /** Permits of a lane. */
  readonly max: number;
}

export interface LaneState {
  readonly inFlight: number;
  /** Of these, heads of an ordered subscription: 0 or 1. */
  readonly orderedInFlight: number;
  readonly max: number;
}

export interface LaneAsk {
  readonly class: DeliveryClass;
  /** What the plan allows; a lane never has more permits than that. */
  readonly planCap: number | undefined;
}

/** A lane's permits: at most min(plan cap, `lane.max`) in flight, and one ordered head at a time. A full lane refuses; nothing queues. */
export const lanePermits: Policy<LaneConfig, LaneState, LaneAsk> = {
  initial: ({ max }) => ({ inFlight: 0, orderedInFlight: 0, max }),
  check(state, _now, ask) {
    if (ask.class === "ordered" && state.orderedInFlight > 0) return refusedBy("ordered_head", "permit_released");
    return state.inFlight < laneCap(state.max, ask.planCap) ? allowed : refusedBy("lane_full", "permit_released");
  },
  take: (state, _now, ask) => added(state, ask.class, 1),
  giveBack: (state, _now, permit) => added(state, permit.class, -1),
  observe: (state, { permit }) => added(state, permit.class, -1),
  isIdle: (state) => state.inFlight === 0,
};

/** How many permits a lane has: what the policy says, never more than the plan. */
export function laneCap(max: number, planCap: number | undefined): number {
  return Math.min(max, planCap ?? max);
}

/** Unchanged when a permit of that class is handed back which the lane does not hold. */
function added(state: LaneState, deliveryClass: DeliveryClass, n: number): LaneState {
  const isOrdered = deliveryClass === "ordered";
  const held = isOrdered ? state.orderedInFlight : state.inFlight - state.orderedInFlight;
  if (held + n < 0) return state;
  return { ...state, inFlight: state.inFlight + n, orderedInFlight: state.orderedInFlight + (isOrdered ? n : 0) };
}
