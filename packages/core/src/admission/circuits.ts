import { newCircuit } from "../circuit-breaker/circuit.ts";
import type { HostBreakerState } from "../circuit-breaker/host-breaker.ts";
import { adoptOpen, type OpenedElsewhere } from "../circuit-breaker/stored-circuit.ts";
import type { SubscriptionBreakerState } from "../circuit-breaker/subscription-breaker.ts";
import { transitionBetween } from "../circuit-breaker/transition.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { sickShare } from "../sick-share/sick-share.ts";
import type { EpochMs } from "../time/durations.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import { isAnswering } from "./loads.ts";
import type { Site } from "./step.ts";

/**
 * To be called after a lane's circuit may have changed. An opening stops the proven rate's clock and ends a recovery; a
 * closing lets the clock run on, lifts the rate to what is proven, and begins a recovery.
 */
export function followLaneCircuit(site: Site, lane: LaneEntry, before: SubscriptionBreakerState, now: EpochMs): void {
  const transition = transitionBetween(before, lane.breaker);
  if (!transition) return;
  if (transition.kind === "opened") {
    if (before.phase === "closed") laneFell(site, lane, before, now);
    laneOpened(lane, now);
  }
  if (transition.kind === "closed") laneClosed(site, lane, now);
  const isNew = transition.kind === "opened" && transition.from === "closed";
  const evidence = isNew && site.policies.breaker.openingEvidence(before, lane.breaker, now);
  site.emit({ scope: "lane", id: lane.id, ...transition, ...(evidence && { evidence }) });
}

/** What the lane had in flight and sent when its circuit opened is remembered if it was recovering, or had just recovered. */
function laneFell({ policies }: Site, lane: LaneEntry, before: SubscriptionBreakerState, now: EpochMs): void {
  const { relapse } = lane.rare;
  if (relapse === null) return;
  const least = policies.ramp.least(lane.sizeNow.cap, provenRate.perS(lane.proven, now));
  lane.setRare("relapse", policies.relapses.fell(relapse, now, policies.breaker.attemptsPerS(before, now), least));
}

function laneOpened(lane: LaneEntry, now: EpochMs): void {
  lane.proven = provenRate.freeze(lane.proven, now);
  lane.setRare("ramp", null);
}

function laneClosed({ policies }: Site, lane: LaneEntry, now: EpochMs): void {
  lane.proven = provenRate.thaw(lane.proven, now);
  const provenPerS = provenRate.perS(lane.proven, now);
  lane.rate = policies.rate.resume(lane.rate, now, provenPerS);
  lane.setRare("relapse", policies.relapses.recovering(lane.rare.relapse, now));
  lane.setRare("ramp", policies.ramp.begin(now, provenPerS, policies.relapses.perS(lane.rare.relapse)));
}

/** What another worker tells of a lane's circuit. It is told to nobody again. */
export function adoptLaneOpening(site: Site, laneId: string, news: OpenedElsewhere, now: EpochMs): void {
  const lane = site.entries.lane(laneId, now);
  const before = lane.breaker;
  lane.breaker = adoptOpen(before, news, now);
  if (lane.generation === before.generation) return;
  laneOpened(lane, now);
  followSickness(site, lane, now);
}

/** What another worker tells of a host's circuit. */
export function adoptHostOpening({ policies, entries }: Site, name: string, news: OpenedElsewhere, now: EpochMs): void {
  const host = entries.host(name);
  const before = host.breaker ?? policies.hostBreaker.initial(now);
  const after = adoptOpen(before, news, now);
  if (after !== before) host.breaker = after;
  if (after.generation !== before.generation) host.ramp = null;
  entries.dropUnusedHost(host);
}

/** To be called after a host's breaker may have changed. A closing begins a recovery of the host, an opening ends it. */
export function followHostCircuit(site: Site, host: HostEntry, before: HostBreakerState | null, now: EpochMs): void {
  const transition = host.breaker && transitionBetween(before ?? newCircuit, host.breaker);
  if (transition?.kind === "opened") host.ramp = null;
  if (transition?.kind === "closed") host.ramp = site.policies.ramp.beginHost(now);
  if (transition) site.emit({ scope: "host", id: host.host, ...transition });
  else if (host.breaker && host.inFlight === 0) dropIdleBreaker(site, host, now);
}

/** Permits in flight know the generation, so a state is kept until they are back. */
export function dropIdleBreaker({ policies }: Site, host: HostEntry, now: EpochMs): void {
  if (host.inFlight > 0 || !host.breaker) return;
  const { phase, level, until } = host.breaker;
  const isAlone = !host.isShared && phase === "closed" && level === 0;
  // Nobody is left here who could send its probe.
  const isLeft = host.lanes === 0 && until <= now - policies.config.breaker.max_open_ms;
  if (isAlone || isLeft || policies.hostBreaker.isIdle(host.breaker, now)) host.breaker = null;
}

/** Keeps the worker's count of permits of sick lanes right; to be called after a lane's circuit or its results changed. */
export function followSickness(site: Site, lane: LaneEntry, now: EpochMs): void {
  const isSick = site.policies.sizing.isSick(lane.sizeNow, isAnswering(site, lane, now));
  if (isSick === lane.isSick) return;
  const { entries } = site;
  lane.isSick = isSick;
  entries.worker.sick = sickShare.turned(entries.worker.sick, isSick, lane.own);
}
