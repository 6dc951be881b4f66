import { type Circuit, newCircuit } from "../circuit-breaker/circuit.ts";
import { adoptOpen, type OpenedElsewhere } from "../circuit-breaker/stored-circuit.ts";
import { transitionBetween } from "../circuit-breaker/transition.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { sickShare } from "../sick-share/sick-share.ts";
import type { EpochMs } from "../time/durations.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Site } from "./step.ts";

/**
 * To be called after a lane's circuit may have changed. An opening stops the proven rate's clock and ends a recovery; a
 * closing lets the clock run on, lifts the rate to what is proven, and begins a recovery.
 */
export function followLaneCircuit(site: Site, lane: LaneEntry, before: Circuit, now: EpochMs): void {
  const transition = transitionBetween(before, lane.breaker);
  if (!transition) return;
  if (transition.kind === "opened") laneOpened(lane, now);
  if (transition.kind === "closed") laneClosed(site, lane, now);
  site.emit({ scope: "lane", id: lane.id, ...transition });
}

function laneOpened(lane: LaneEntry, now: EpochMs): void {
  lane.proven = provenRate.freeze(lane.proven, now);
  lane.setRare("ramp", null);
}

function laneClosed({ policies }: Site, lane: LaneEntry, now: EpochMs): void {
  lane.proven = provenRate.thaw(lane.proven, now);
  const provenPerS = provenRate.perS(lane.proven, now);
  lane.rate = policies.rate.resume(lane.rate, now, provenPerS);
  lane.setRare("ramp", policies.ramp.begin(now, provenPerS));
}

/** What another worker tells of a lane's circuit. It is told to nobody again. */
export function adoptLaneOpening(site: Site, laneId: string, news: OpenedElsewhere, now: EpochMs): void {
  const lane = site.entries.lane(laneId, now);
  const before = lane.breaker;
  lane.breaker = adoptOpen(before, news, now);
  if (lane.generation === before.generation) return;
  laneOpened(lane, now);
  followSickness(site, lane);
}

/** What another worker tells of a host's circuit. */
export function adoptHostOpening({ policies, entries }: Site, name: string, news: OpenedElsewhere, now: EpochMs): void {
  const host = entries.host(name);
  const before = host.breaker ?? policies.hostBreaker.initial(now);
  const after = adoptOpen(before, news, now);
  if (after !== before) host.breaker = after;
  entries.dropUnusedHost(host);
}

/** To be called after a host's breaker may have changed. */
export function followHostCircuit(site: Site, host: HostEntry, before: Circuit | null, now: EpochMs): void {
  const transition = host.breaker && transitionBetween(before ?? newCircuit, host.breaker);
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
export function followSickness({ policies, entries }: Site, lane: LaneEntry): void {
  const isSick = policies.sizing.isSick(lane.sizeNow, lane.isBreakerClosed);
  if (isSick === lane.isSick) return;
  lane.isSick = isSick;
  entries.worker.sick = sickShare.turned(entries.worker.sick, isSick, lane.own);
}
