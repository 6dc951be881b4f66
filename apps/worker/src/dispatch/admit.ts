import type { Admission, Grant, Offer, ReadyLanes, Refusal, Work } from "@hooklane/core";
import type { HostLimits } from "../policies/host-limits.ts";
import { laneFacts } from "../policies/lane-facts.ts";
import type { Lane, SubscriptionCache } from "../subscriptions/subscription-cache.ts";

export interface AdmittedWork {
  work: Work;
  grant: Grant;
}

/** What one round of admission came to. */
export interface Round {
  /** Pieces of work that were offered. */
  offered: number;
  admitted: AdmittedWork[];
  /** Retries that their subscription wants dead, since the budget does not afford them. */
  deadLettered: { work: Work; n: number }[];
  /** Refused work that does not stay in line. */
  moved: number;
}

export interface AdmitDeps {
  admission: Admission;
  ready: ReadyLanes;
  subscriptions: SubscriptionCache;
  hostLimits: HostLimits;
  poolSize: number;
  /** Whether this worker owns the lane's current shard. */
  owns: (shard: number) => boolean;
  /** The lane is deleted or disabled and still has pending rows: they are to be ended. */
  abandon: (lane: Lane) => void;
  /** Hears of every round. */
  onDecided: (offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[]) => void;
}

/** One round of admission over the ready work: what may be claimed now, and everything else put where it waits. */
export function admit(deps: AdmitDeps, nowMs: number): Round {
  const { admission, ready } = deps;
  const offered = offersOf(deps, nowMs);
  const offers = [...offered.values()].map(({ offer }) => offer);
  if (offers.length === 0) return { offered: 0, admitted: [], deadLettered: [], moved: 0 };
  const { grants, refusals } = admission.grant(offers, nowMs);
  deps.onDecided(offers, grants, refusals);
  const round: Round = { offered: offers.length, admitted: [], deadLettered: [], moved: 0 };
  for (const grant of grants) {
    const key = keyOf(grant);
    const entry = offered.get(key);
    if (!entry) continue;
    offered.delete(key);
    round.admitted.push({ work: entry.work, grant });
    // Not due, and not asked for early: the recovery is over
    if (entry.work.firstDueAt > nowMs && !grant.early) ready.recovered(grant.laneId);
  }
  for (const refusal of refusals) {
    const work = offered.get(keyOf(refusal))?.work;
    if (!work) continue;
    if (refusal.deadLetter) round.deadLettered.push({ work, n: refusal.n });
    else if (ready.refused(work, refusal, nowMs)) round.moved++;
  }
  return round;
}

const keyOf = ({ laneId, class: deliveryClass }: Pick<Offer, "laneId" | "class">): string => `${laneId} ${deliveryClass}`;

function offersOf(deps: AdmitDeps, nowMs: number): Map<string, { work: Work; offer: Offer }> {
  const { admission, ready, subscriptions, hostLimits, owns, abandon } = deps;
  const offered = new Map<string, { work: Work; offer: Offer }>();
  for (const work of ready.offerable(deps.poolSize - admission.inFlight, nowMs)) {
    const lane = subscriptions.get(work.laneId);
    const isMine = lane !== undefined && owns(lane.shard);
    // What an attempt or a lost lease put back after the subscription had ended: the job that ends pending rows has passed by then
    if (isMine && (lane.state === "deleted" || lane.state === "disabled")) abandon(lane);
    if (!isMine || lane.state === "deleted") {
      ready.drop(work);
      continue;
    }
    const key = keyOf(work);
    if (offered.has(key)) continue; // the same lane's rows in another shard: next round
    const offer: Offer = {
      ...laneFacts(lane, hostLimits.capOf(lane.host)),
      class: work.class,
      wanted: work.class === "ordered" ? 1 : work.wanted,
      firstDueAt: Math.max(work.firstDueAt, work.dueAfter),
    };
    offered.set(key, { work, offer });
  }
  return offered;
}
