import type { Admission, Grant, Offer, PolicyConfig } from "@hooklane/core";
import type { Lane, SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import type { ReadyLanes, Work } from "./ready-lanes.ts";

/** Work looked at per round. */
const MAX_OFFERS = 2_048;
/** Rows asked for one lane in one round. */
const MAX_WANTED = 64;
/** When to look again at work that waits for a person. */
const RECHECK_MS = 1_000;

export interface AdmittedWork {
  work: Work;
  grant: Grant;
}

export interface AdmitDeps {
  admission: Admission;
  ready: ReadyLanes;
  subscriptions: SubscriptionCache;
  /** Whether this worker owns the lane's current shard. */
  owns: (shard: number) => boolean;
  policy: PolicyConfig;
  /** The lane is deleted or disabled and still has pending rows: they are to be ended. */
  abandon: (lane: Lane) => void;
}

/** One round of admission over the ready work: what may be claimed now, and everything else put where it waits. */
export function admit({ admission, ready, subscriptions, owns, policy, abandon }: AdmitDeps, nowMs: number): AdmittedWork[] {
  const offered = new Map<string, { work: Work; offer: Offer }>();
  for (const work of ready.offerable(MAX_OFFERS, nowMs)) {
    const lane = subscriptions.get(work.laneId);
    const isMine = lane !== undefined && owns(lane.shard);
    // What an attempt or a lost lease put back after the subscription had ended: the job that ends pending rows has passed by then
    if (isMine && (lane.state === "deleted" || lane.state === "disabled")) abandon(lane);
    if (!isMine || lane.state === "deleted") {
      ready.drop(work);
      continue;
    }
    const key = `${work.laneId} ${work.class}`;
    if (offered.has(key)) continue; // the same lane's rows in another shard: next round
    offered.set(key, {
      work,
      offer: {
        laneId: lane.id,
        tenantId: lane.tenantId,
        host: lane.host,
        class: work.class,
        wanted: work.class === "ordered" ? 1 : Math.min(MAX_WANTED, policy.lane.max),
        // A claim takes nothing but test sends from a disabled lane
        subscriptionState: lane.state === "disabled" ? "active" : lane.state,
        laneCap: lane.laneCap,
      },
    });
  }
  const { grants, refusals } = admission.grant(
    [...offered.values()].map(({ offer }) => offer),
    nowMs,
  );
  const admitted: AdmittedWork[] = [];
  for (const grant of grants) {
    const key = `${grant.laneId} ${grant.class}`;
    const entry = offered.get(key);
    if (!entry) continue;
    admitted.push({ work: entry.work, grant });
    offered.delete(key);
  }
  for (const refusal of refusals) {
    const entry = offered.get(`${refusal.laneId} ${refusal.class}`);
    if (entry) ready.refused(entry.work, refusal, nowMs + RECHECK_MS);
  }
  return admitted;
}
