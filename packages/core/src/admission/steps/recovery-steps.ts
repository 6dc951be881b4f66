import { allowed } from "../../policy/verdict.ts";
import type { RetryBudgetState, RetryCharge } from "../../retry-budget/retry-budget.ts";
import type { EpochMs } from "../../time/durations.ts";
import type { HostEntry } from "../host-entry.ts";
import type { LaneEntry } from "../lane-entry.ts";
import { budgetAskOf, laneCapOf } from "../loads.ts";
import type { AdmissionStep, Held, Site } from "../step.ts";
import { isFrozen } from "./circuit-steps.ts";

/** A lane whose circuit closed lately. */
export const rampStep: AdmissionStep = {
  name: "ramp",
  check(site, { lane, facts }, now) {
    const { ramp } = lane.rare;
    if (ramp === null) return allowed;
    return site.policies.ramp.check(ramp, now, { inFlight: lane.held, lanePermits: laneCapOf(site, lane, facts.laneCap) });
  },
  take({ policies }, { lane }, now) {
    if (lane.rare.ramp) lane.setRare("ramp", policies.ramp.take(lane.rare.ramp, now));
  },
  giveBack({ policies }, { lane, laneGeneration }) {
    // A permit of before the circuit closed was never counted by its ramp.
    if (lane.rare.ramp && laneGeneration === lane.generation) lane.setRare("ramp", policies.ramp.giveBack(lane.rare.ramp));
  },
  finish(site, { lane, laneGeneration }, end, now) {
    const { ramp } = lane.rare;
    if (ramp && laneGeneration === lane.generation && !isFrozen(site)) lane.setRare("ramp", site.policies.ramp.observe(ramp, end, now));
  },
};

/** Retries are paid for; every success earns a part of one. */
export const retryBudgetStep: AdmissionStep = {
  name: "retry_budget",
  check(site, { lane, host, class: deliveryClass }, now) {
    if (deliveryClass !== "retry") return allowed;
    return site.policies.budget.check(stateOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now));
  },
  take(site, { lane, host, class: deliveryClass, receipt }, now) {
    if (deliveryClass !== "retry") return;
    const { state, charge } = site.policies.budget.take(stateOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now));
    keep(site, lane, host, state);
    if (charge === "floor") receipt.floorCharges++;
    else receipt.levelCharges++;
  },
  giveBack(site, held, now) {
    const charge = uncharged(held, "levels");
    if (!charge) return;
    const { lane, host } = held;
    keep(site, lane, host, site.policies.budget.giveBack(stateOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now), charge));
  },
  finish(site, held, { classification }, now) {
    uncharged(held, "floor");
    if (!classification.success) return;
    const { lane, host } = held;
    const ask = budgetAskOf(site, lane, host, now);
    keep(site, lane, host, site.policies.budget.observe(stateOf(site, lane, host, now), classification, now, ask));
  },
};

/** Takes one charge off the grant: the preferred one while it has any. A grant's first retry is the one that its floor paid. */
function uncharged(held: Held, preferred: RetryCharge): RetryCharge | null {
  if (held.floorCharges + held.levelCharges === 0) return null;
  const hasPreferred = preferred === "floor" ? held.floorCharges > 0 : held.levelCharges > 0;
  const charge = hasPreferred ? preferred : preferred === "floor" ? "levels" : "floor";
  if (charge === "floor") held.floorCharges--;
  else held.levelCharges--;
  return charge;
}

function stateOf({ policies, entries }: Site, lane: LaneEntry, host: HostEntry, now: EpochMs): RetryBudgetState {
  const { worker } = entries;
  return {
    lane: lane.budget,
    host: host.budget ?? policies.budget.initialHost(now),
    fleet: worker.budget ?? policies.budget.initialFleet(now, worker.liveWorkers),
  };
}

/** The budget of a host with a single lane is that lane's, which is smaller and filled the same way. */
function keep({ entries }: Site, lane: LaneEntry, host: HostEntry, state: RetryBudgetState): void {
  lane.budget = state.lane;
  if (host.isShared) host.budget = state.host;
  entries.worker.budget = state.fleet;
}
