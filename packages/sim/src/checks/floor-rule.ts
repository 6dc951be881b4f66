import type { Offer } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** Grants of a lane that in a row did not go to its oldest class, though that one could have been served. */
interface Passed {
  count: number;
}

/**
 * A lane's oldest work gets its share of the lane's grants while it could be sent: it is not passed over more often in a
 * row than the share allows. Looked at where a lane offers several classes and none of them is refused.
 */
export const floorRule: Rule = {
  name: "floor",
  watch({ config, report }) {
    const most = Math.ceil(1 / config.floor.share) - 1;
    const passedBy = new Map<string, Passed>();
    return {
      decided(worker, offers, grants, refusals, now) {
        if (offers.length < 2 || grants.length === 0) return;
        for (const ofLane of byLane(offers)) {
          if (ofLane.length < 2) continue;
          const oldest = ofLane.reduce((first, offer) => ((offer.firstDueAt ?? 0) < (first.firstDueAt ?? 0) ? offer : first));
          const { laneId } = oldest;
          const key = `${worker} ${laneId}`;
          const isRefused = refusals.some((refusal) => refusal.laneId === laneId && refusal.class === oldest.class);
          const served = grants.filter((grant) => grant.laneId === laneId);
          if (isRefused || served.length === 0) {
            passedBy.delete(key);
            continue;
          }
          const toOldest = served.find((grant) => grant.class === oldest.class)?.n ?? 0;
          const toOthers = served.reduce((sum, { n }) => sum + n, 0) - toOldest;
          const passed = passedBy.get(key) ?? { count: 0 };
          passedBy.set(key, passed);
          passed.count = toOldest > 0 ? 0 : passed.count + toOthers;
          // An offer that is satisfied asks for no more.
          if (toOldest >= oldest.wanted || passed.count <= most) continue;
          report(`${worker}: ${passed.count} grants in a row passed by the oldest work of lane ${laneId} (${oldest.class})`, now);
          passed.count = 0;
        }
      },
      crashed(worker) {
        for (const key of passedBy.keys()) if (key.startsWith(`${worker} `)) passedBy.delete(key);
      },
    };
  },
};

function byLane(offers: readonly Offer[]): Iterable<Offer[]> {
  const lanes = new Map<string, Offer[]>();
  for (const offer of offers) {
    const known = lanes.get(offer.laneId);
    if (known) known.push(offer);
    else lanes.set(offer.laneId, [offer]);
  }
  return lanes.values();
}
