import type { CircuitPhase } from "../circuit-breaker/circuit.ts";
import type { PolicyConfig } from "../config/policy-config.ts";
import type { Verdict } from "../policy/verdict.ts";
import { sfc32 } from "../random/sfc32.ts";
import type { EpochMs } from "../time/durations.ts";
import { Entries } from "./entries.ts";
import { holdForeign } from "./holdings.ts";
import { HostEntry } from "./host-entry.ts";
import { LaneEntry } from "./lane-entry.ts";
import { budgetAskOf, isAnswering, laneCapOf, laneLimitPerS } from "./loads.ts";
import type { LaneFacts } from "./offer.ts";
import { createPolicies } from "./policies.ts";
import type { AdmissionStep, Ask, Site } from "./step.ts";
import { admissionSteps } from "./steps/index.ts";
import { restoreEntry, type StoredHost, type StoredLane } from "./stored-lane.ts";

/** What admission says of a lane's next permit, and why. Plain JSON data. */
export interface Explanation {
  /** Every policy in the order they are asked; the first that refuses is the reason. */
  readonly verdicts: readonly { readonly policy: string; readonly verdict: Verdict }[];
  readonly circuit: { readonly state: CircuitPhase; readonly until: EpochMs };
  /** The share that a recovery lets through; null when the lane does not recover. */
  readonly ramp: number | null;
  readonly lane: { readonly cap: number; readonly inFlight: number; readonly isSick: boolean };
  readonly host: { readonly cap: number; readonly inFlight: number; readonly activeSubscriptions: number };
  /** How full the lane's retry budget is, 0 to 1. */
  readonly retryBudgetFill: number;
  /** What the lane may send now, in deliveries per second. */
  readonly ratePerS: number;
}

/** See `Admission.explain`. A lane that is not known is explained as a new one; nothing is kept of it. */
export function explainLane(
  site: Site,
  steps: readonly AdmissionStep[],
  laneId: string,
  now: EpochMs,
  facts: Partial<LaneFacts>,
): Explanation {
  const { policies, entries } = site;
  const lane = entries.lanes.get(laneId) ?? new LaneEntry(laneId, policies, now);
  const hostName = facts.host ?? lane.host?.host ?? "";
  const host = entries.hosts.get(hostName) ?? new HostEntry(hostName);
  const all: LaneFacts = {
    subscriptionState: "active",
    class: "first",
    ...facts,
    laneId,
    host: hostName,
    tenantId: facts.tenantId ?? lane.tenantId,
  };
  const ask: Ask = {
    facts: all,
    class: all.class,
    lane,
    host,
    activeLanesOfHost: Math.max(1, host.holding),
    activeTenants: Math.max(1, entries.worker.holdingTenants),
    lending: true,
    receipt: { laneGeneration: 0, hostGeneration: 0, floorCharges: 0, levelCharges: 0 },
  };
  const { ramp } = lane.rare;
  return {
    verdicts: steps.map(({ name, check }) => ({ policy: name, verdict: check(site, ask, now) })),
    circuit: { state: lane.breaker.phase, until: lane.breaker.until },
    ramp: ramp && policies.ramp.share(ramp),
    lane: { cap: laneCapOf(site, lane, all.laneCap, now), inFlight: lane.held, isSick: lane.isSick },
    host: { cap: all.hostCap ?? policies.config.host.cap, inFlight: host.inFlight, activeSubscriptions: host.holding },
    retryBudgetFill: policies.budget.laneFill(lane.budget, now, budgetAskOf(site, lane, host, now).laneOfferedPerS),
    ratePerS: laneLimitPerS(site, lane, all),
  };
}

/** What a process that does not own a lane knows of what is around it. */
export interface Surroundings {
  /** The host's circuit and recovery; null: none is known. */
  readonly host: StoredHost | null;
  /** Permits that the lane, and all lanes of the host together, held when their owner last told. */
  readonly laneInFlight: number;
  readonly hostInFlight: number;
  /** Lanes of the host that held permits then. */
  readonly activeSubscriptions: number;
}

/**
 * The same from what is stored of a lane, for a process that does not own it. What only its owner knows is taken as its owner told it last, and as nothing when
 * that is not said: what the worker's other lanes and the tenant hold.
 */
export function explainFrom(
  config: PolicyConfig,
  stored: StoredLane | null,
  now: EpochMs,
  facts: LaneFacts,
  around?: Surroundings,
): Explanation {
  const policies = createPolicies(config, sfc32(0));
  const entries = new Entries(policies);
  const site: Site = { policies, entries, emit: () => {} };
  const lane = entries.laneAt(facts.laneId, facts.tenantId, facts.host, now);
  if (stored) restoreEntry(site, lane, stored, now);
  if (around) surround(site, lane, around, now, facts);
  lane.isSick = policies.sizing.isSick(lane.sizeNow, isAnswering(site, lane, now));
  return explainLane(site, admissionSteps, facts.laneId, now, facts);
}

function surround(
  { entries, policies }: Site,
  lane: LaneEntry,
  around: Surroundings,
  now: EpochMs,
  { host: hostName, ...facts }: LaneFacts,
): void {
  const host = entries.host(hostName);
  if (around.host) {
    host.breaker = policies.hostBreaker.restore(around.host, now);
    host.ramp = policies.ramp.restore(around.host.ramp ?? null, now);
  }
  const hold = (holder: LaneEntry, isOrdered: boolean) => holdForeign(entries, { lane: holder, host, tenantId: facts.tenantId, isOrdered });
  for (let held = 0; held < around.laneInFlight; held++) hold(lane, facts.class === "ordered");
  const others = around.hostInFlight - around.laneInFlight;
  const otherLanes = Math.max(1, around.activeSubscriptions - (around.laneInFlight > 0 ? 1 : 0));
  // Who they are is not known, and does not matter: how many share the host does
  for (let held = 0; held < others; held++) hold(entries.laneAt(`other ${held % otherLanes}`, "", hostName, now), false);
}
