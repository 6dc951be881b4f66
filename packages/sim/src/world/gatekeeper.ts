import type { Admission, AdmissionTransition, PolicyConfig, Random, settle } from "@hooklane/core";

/** What a worker asks before it sends: core's admission, or a baseline that does without most of it. */
export type Gatekeeper = Pick<Admission, "grant" | "giveBack" | "finish" | "forget" | "inFlight"> & Partial<Memory>;

/** What only core's admission has: it learns, remembers and tells. */
type Memory = Pick<
  Admission,
  "arrived" | "tick" | "seed" | "adoptOpen" | "setLiveWorkers" | "exportLane" | "restoreLane" | "dropLane" | "exportHost" | "restoreHost"
>;

export interface GatekeeperOptions {
  readonly config: PolicyConfig;
  readonly random: Random;
  readonly onTransition: (transition: AdmissionTransition) => void;
}

/** What becomes of a delivery after an attempt: core's rule, or a baseline's. */
export type Settle = typeof settle;
