export { type BreakerConfig, defaultBreakerConfig } from "./breaker-config.ts";
export { type BreakerAsk, type BreakerEnd, type BreakerOutcome, breakerOutcome } from "./breaker-end.ts";
export type { Circuit, CircuitPhase } from "./circuit.ts";
export {
  defaultFleetPanicConfig,
  type FleetPanicConfig,
  type FleetPanicState,
  fleetPanic,
  type HostStatus,
  type PanicTransition,
} from "./fleet-panic.ts";
export { type HostBreaker, type HostBreakerEnd, type HostBreakerState, hostBreaker, type LaneStatus } from "./host-breaker.ts";
export type { Sighting } from "./sightings.ts";
export { adoptOpen, exportCircuit, type OpenedElsewhere, type StoredCircuit } from "./stored-circuit.ts";
export {
  type OpeningEvidence,
  type SubscriptionBreaker,
  type SubscriptionBreakerState,
  subscriptionBreaker,
} from "./subscription-breaker.ts";
export { type BreakerTransition, transitionBetween } from "./transition.ts";
