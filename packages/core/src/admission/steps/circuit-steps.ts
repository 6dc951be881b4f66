import { breakerOutcome } from "../../circuit-breaker/breaker-end.ts";
import { allowed } from "../../policy/verdict.ts";
import type { EpochMs } from "../../time/durations.ts";
import { followHostCircuit, followLaneCircuit } from "../circuits.ts";
import type { AdmissionStep, Held, HeldEnd, Site } from "../step.ts";

/** The fleet's panic: nothing seen now says anything about an endpoint. */
export const isFrozen = ({ entries }: Site) => entries.worker.panic.since !== null;

/** Is it our own network that fails? Looked at before any breaker hears of the attempt. */
function watchFleet(site: Site, { host, facts }: Held, { classification }: HeldEnd, now: EpochMs): void {
  const outcome = breakerOutcome(classification);
  if (outcome === "nothing") return;
  const { worker } = site.entries;
  const sighting = { host: host.host, tenantId: facts.tenantId, isUnreachable: outcome === "unreachable" };
  const seen = site.policies.panic.observe(worker.panic, sighting, now);
  if (seen === worker.panic) return;
  worker.panic = seen;
  judgeFleet(site, now);
}

/** Begins or ends the fleet's panic. */
export function judgeFleet({ policies, entries, emit }: Site, now: EpochMs): void {
  const { state, transition } = policies.panic.judge(entries.worker.panic, now);
  entries.worker.panic = state;
  if (transition) emit({ scope: "fleet", ...transition });
}

/** The subscription's circuit. */
export const breakerStep: AdmissionStep = {
  name: "breaker",
  check: (site, { lane }, now) =>
    lane.isBreakerClosed ? allowed : site.policies.breaker.check(lane.breaker, now, { frozen: isFrozen(site) }),
  take(site, { lane, receipt }, now) {
    if (!lane.isBreakerClosed) {
      const before = lane.breaker;
      lane.breaker = site.policies.breaker.take(before, now);
      followLaneCircuit(site, lane, before, now);
    }
    receipt.laneGeneration = lane.generation;
  },
  giveBack(site, { lane, laneGeneration }, now) {
    if (lane.isBreakerClosed) return;
    const before = lane.breaker;
    lane.breaker = site.policies.breaker.giveBack(before, now, laneGeneration);
    followLaneCircuit(site, lane, before, now);
  },
  finish(site, held, { classification, durationMs }, now) {
    watchFleet(site, held, { classification, durationMs }, now);
    const { lane, laneGeneration } = held;
    const before = lane.breaker;
    const end = { generation: laneGeneration, classification, frozen: isFrozen(site), recovering: lane.rare.ramp !== null };
    const after = site.policies.breaker.observe(before, end, now);
    if (after === before) return;
    lane.breaker = after;
    followLaneCircuit(site, lane, before, now);
  },
};

/** The host's circuit. A host with one lane has none. */
export const hostBreakerStep: AdmissionStep = {
  name: "host_breaker",
  check: (site, { host }, now) => (host.breaker ? site.policies.hostBreaker.check(host.breaker, now, { frozen: isFrozen(site) }) : allowed),
  take(site, { host, receipt }, now) {
    const before = host.breaker;
    if (before && before.phase !== "closed") {
      host.breaker = site.policies.hostBreaker.take(before, now);
      followHostCircuit(site, host, before, now);
    }
    receipt.hostGeneration = host.breaker?.generation ?? 0;
  },
  giveBack(site, { host, hostGeneration }, now) {
    const before = host.breaker;
    if (!before) return;
    host.breaker = site.policies.hostBreaker.giveBack(before, now, hostGeneration);
    followHostCircuit(site, host, before, now);
  },
  finish(site, { host, lane, hostGeneration }, { classification }, now) {
    if (!host.breaker && !host.isShared) return;
    const before = host.breaker;
    const end = { generation: hostGeneration, laneId: lane.id, classification, frozen: isFrozen(site) };
    host.breaker = site.policies.hostBreaker.observe(before ?? site.policies.hostBreaker.initial(now), end, now);
    followHostCircuit(site, host, before, now);
  },
};
