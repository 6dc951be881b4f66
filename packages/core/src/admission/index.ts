export { Admission, type AdmissionOptions } from "./admission.ts";
export { type Explanation, explainFrom, type Surroundings } from "./explain.ts";
export type { HostGauges, WorkerGauges } from "./gauges.ts";
export type { ForeignLeases, Grant, LaneFacts, Offer, Refusal } from "./offer.ts";
export type { AdmissionSnapshot, HostSnapshot, LaneSnapshot } from "./snapshot.ts";
export type { StoredHost, StoredLane } from "./stored-lane.ts";
export type { AdmissionTransition, CircuitChange } from "./transition.ts";
