import { allowed } from "../../policy/verdict.ts";
import type { Relapse, RelapseState } from "../../recovery-ramp/relapse.ts";
import type { RetryCharge } from "../../retry-budget/retry-budget.ts";
import type { EpochMs } from "../../time/durations.ts";
import { budgetOf, keepBudget } from "../budgets.ts";
import { budgetAskOf, fullLoadOf, laneCapOf } from "../loads.ts";
import type { AdmissionStep, Held, Site } from "../step.ts";
import { isFrozen } from "./circuit-steps.ts";

/** A lane whose circuit closed lately. */
export const rampStep: AdmissionStep = {
  name: "ramp",
  check(site, { lane, facts }, now) {
    const { ramp } = lane.rare;
    if (ramp === null) return allowed;
    return site.policies.ramp.check(ramp, now, { inFlight: lane.held, lanePermits: laneCapOf(site, lane, facts.laneCap, now) });
  },
  take({ policies }, { lane }, now) {
    const { ramp, relapse } = lane.rare;
    if (ramp) lane.setRare("ramp", policies.ramp.take(ramp, now));
    if (relapse) lane.setRare("relapse", policies.relapses.took(relapse, now, lane.held + 1));
  },
  giveBack({ policies }, { lane, laneGeneration }) {
    // A permit of before the circuit closed was never counted by its ramp.
    if (lane.rare.ramp && laneGeneration === lane.generation) lane.setRare("ramp", policies.ramp.giveBack(lane.rare.ramp));
  },
  finish(site, held, end, now) {
    const { lane, laneGeneration } = held;
    if (laneGeneration !== lane.generation || isFrozen(site)) return;
    const { ramp, relapse } = lane.rare;
    if (ramp) lane.setRare("ramp", site.policies.ramp.observe(ramp, end, now));
    if (relapse) lane.setRare("relapse", relapseAfter(site, held, relapse, ramp !== null, now));
  },
};

/** The end of a recovery gives notice of itself; after it, health lifts the ceiling. */
function relapseAfter(site: Site, { lane, facts }: Held, relapse: Relapse, wasRecovering: boolean, now: EpochMs): RelapseState {
  const { relapses, breaker } = site.policies;
  if (lane.rare.ramp) return relapse;
  if (wasRecovering) return relapses.recovered(relapse, now);
  return relapses.observe(relapse, now, breaker.isHealthy(lane.breaker, now), fullLoadOf(site, lane, facts));
}

/** A host whose circuit closed lately: all its lanes together. */
export const hostRampStep: AdmissionStep = {
  name: "host_ramp",
  check({ policies }, { host, facts }, now) {
    const ask = { inFlight: host.inFlight, cap: facts.hostCap ?? policies.config.host.cap };
    return policies.ramp.checkHost(host.ramp, now, ask);
  },
  finish(site, { host, hostGeneration }, end, now) {
    if (host.ramp === null || isFrozen(site) || hostGeneration !== (host.breaker?.generation ?? hostGeneration)) return;
    host.ramp = site.policies.ramp.observe(host.ramp, end, now);
  },
};

/**
 * Retries are paid for; every success earns a part of one. While the lane is well, a retry that succeeds costs nothing: what is left of a failure that is over would else
 * wait for five minutes each once nothing new comes, and in the end for its deadline. At most a tenth of what a well lane sends fails, so its retries are few anyhow.
 */
export const retryBudgetStep: AdmissionStep = {
  name: "retry_budget",
  check(site, { lane, host, class: deliveryClass }, now) {
    if (deliveryClass !== "retry") return allowed;
    return site.policies.budget.check(budgetOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now));
  },
  take(site, { lane, host, class: deliveryClass, receipt }, now) {
    if (deliveryClass !== "retry") return;
    const { state, charge } = site.policies.budget.take(budgetOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now));
    keepBudget(site, lane, host, state);
    if (charge === "floor") receipt.floorCharges++;
    else receipt.levelCharges++;
  },
  giveBack(site, held, now) {
    const charge = uncharged(held, "levels");
    if (!charge) return;
    const { lane, host } = held;
    keepBudget(
      site,
      lane,
      host,
      site.policies.budget.giveBack(budgetOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now), charge),
    );
  },
  finish(site, held, { classification }, now) {
    const charge = uncharged(held, "floor");
    if (!classification.success) return;
    const { lane, host } = held;
    const { budget, breaker } = site.policies;
    const ask = budgetAskOf(site, lane, host, now);
    const earned = budget.observe(budgetOf(site, lane, host, now), classification, now, ask);
    const isReturned = charge !== null && breaker.isHealthy(lane.breaker, now);
    keepBudget(site, lane, host, isReturned ? budget.giveBack(earned, now, ask, charge) : earned);
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
