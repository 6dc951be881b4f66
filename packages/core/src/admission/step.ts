import type { Classification } from "../classify/classification.ts";
import type { DeliveryClass } from "../policy/delivery-class.ts";
import { allowed, type Verdict } from "../policy/verdict.ts";
import type { EpochMs } from "../time/durations.ts";
import type { Entries } from "./entries.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { LaneFacts } from "./offer.ts";
import type { Policies } from "./policies.ts";
import type { AdmissionTransition } from "./transition.ts";

/** Where steps find the rules and the states, and whom they tell of what happened. */
export interface Site {
  readonly policies: Policies;
  readonly entries: Entries;
  readonly emit: (transition: AdmissionTransition) => void;
}

/** What the permits of one grant were taken under; steps write it when they take and read it when a permit comes back. */
export interface Receipt {
  laneGeneration: number;
  hostGeneration: number;
  /** Retries paid from the lane's guaranteed floor… */
  floorCharges: number;
  /** …and from all levels of the budget. */
  levelCharges: number;
}

/** Everything a policy may want to know about one permit that is asked for. */
export interface Ask {
  readonly facts: LaneFacts;
  readonly class: DeliveryClass;
  readonly lane: LaneEntry;
  readonly host: HostEntry;
  /** Lanes that hold permits of the host or asked for some when the round began. */
  readonly activeLanesOfHost: number;
  /** Tenants that hold permits of this worker or asked for some when the round began. */
  readonly activeTenants: number;
  /** The round's second pass: fair shares are lifted. */
  readonly lending: boolean;
  readonly receipt: Receipt;
}

/** A permit that is held, as it was asked for. */
export interface Held extends Receipt {
  readonly facts: LaneFacts;
  readonly lane: LaneEntry;
  readonly host: HostEntry;
}

export interface HeldEnd {
  readonly classification: Classification;
  readonly durationMs: number;
}

/**
 * One place in the order of admission: a policy together with where its states are kept. A further policy is one more step
 * in the list; nothing else of admission changes. What a permit counts for (lane, host, tenant, worker) is counted beside
 * the steps.
 */
export interface AdmissionStep {
  readonly name: string;
  /** Reads only. */
  readonly check: (site: Site, ask: Ask, now: EpochMs) => Verdict;
  /** Every step agreed: consumes what one permit costs. */
  readonly take?: (site: Site, ask: Ask, now: EpochMs) => void;
  /** The permit was not used: as if it had never been taken. */
  readonly giveBack?: (site: Site, held: Held, now: EpochMs) => void;
  /** The permit's attempt ended. */
  readonly finish?: (site: Site, held: Held, end: HeldEnd, now: EpochMs) => void;
}

/** The first step that says no, or yes. Reads only. */
export function checkAll(steps: readonly AdmissionStep[], site: Site, ask: Ask, now: EpochMs): Verdict {
  for (const step of steps) {
    const verdict = step.check(site, ask, now);
    if (!verdict.ok) return verdict;
  }
  return allowed;
}
