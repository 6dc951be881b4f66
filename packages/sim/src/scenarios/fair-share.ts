import { answering } from "../endpoints/behaviours.ts";
import { constantLatency } from "../endpoints/latency.ts";
import { InFlight } from "../measure/in-flight.ts";
import { jainIndex } from "../measure/jain.ts";
import type { LaneSpec } from "../world/lane-spec.ts";
import type { Observer } from "../world/observer.ts";
import { worldStartMs } from "../world/timeline.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const subscriptionsOf = { full: 40_000, small: 2_000 };
/** In tenants of ten. */
const groupedOf = { full: 4_000, small: 500 };
const perTenant = 10;
/** Everybody has this much to send, the greedy one without end. */
const waitingEach = 3;
const greedyWaiting = 20_000;
const answerMs = 40;
/** Counted when each could have had so many turns. */
const turns = 2;
const untilMs = 400_000;

export interface FairShareFigures {
  /** Jain's index over the attempts of all subscriptions: 1 when all get the same. */
  readonly jain: number;
  readonly max_in_flight: number;
}

/** Attempts per subscription. */
interface Shares {
  readonly jain: number;
  readonly greedy: number;
  readonly most: number;
  readonly least: number;
}

/** Forty thousand subscriptions of one host, all with a backlog, one of them far greater than the others'. */
export const fairShare: Scenario<FairShareFigures> = {
  name: "fair_share",
  claim: "On one host with 40,000 subscriptions each gets the same, a greedy one as much as any other, and the host's cap holds.",
  run(seed, size = "full"): Findings<FairShareFigures> {
    const subscriptions = subscriptionsOf[size];
    const grouped = groupedOf[size];
    const tenants = grouped / perTenant;
    const alone = play(seed, subscriptions, (index) => `tenant${index}`);
    const inGroups = play(seed, grouped, (index) => `tenant${index % tenants}`);
    const row = (label: string, shares: Shares, highest: number | string) => {
      const { jain, greedy, most, least } = shares;
      return [label, jain, greedy, most, least, highest];
    };
    return {
      figures: { jain: alone.jain, max_in_flight: Math.max(alone.highest, inGroups.highest) },
      tables: [
        {
          title: `Subscriptions on one host, one of them greedy (${greedyWaiting} waiting, the others ${waitingEach} each), after ${turns} turns each`,
          columns: ["subscriptions", "Jain index", "attempts of the greedy one", "most of any other", "least", "most in flight"],
          rows: [
            row(`${subscriptions}, first come, first served (by arithmetic)`, firstComeFirstServed(subscriptions), "-"),
            row(`${subscriptions}, a tenant each`, alone, alone.highest),
            row(`${grouped} of ${tenants} tenants, the greedy one alone in its own`, inGroups, inGroups.highest),
          ],
        },
      ],
      plots: [],
      violations: alone.violations + inGroups.violations,
    };
  },
};

function play(seed: number, count: number, tenantOf: (index: number) => string) {
  const endpoint = answering(200, constantLatency(answerMs));
  const lanes: LaneSpec[] = Array.from({ length: count }, (_, index) => ({
    id: `lane${index}`,
    tenantId: index === 0 ? "greedy" : tenantOf(index),
    host: "shared",
    endpoint,
  }));
  const counts = new Map<string, number>();
  let left = turns * count;
  const counting: Observer = {
    began({ delivery }) {
      if (left-- > 0) counts.set(delivery.lane.id, (counts.get(delivery.lane.id) ?? 0) + 1);
    },
  };
  const inFlight = new InFlight(worldStartMs, () => true);
  const { world, checker } = watchedWorld({ seed, lanes, observers: [counting, inFlight] });
  for (const lane of world.lanes.values()) {
    for (let i = lane.id === "lane0" ? greedyWaiting : waitingEach; i > 0; i--) world.publish([lane]);
  }
  for (let atMs = 0; left > 0 && atMs < untilMs; atMs += 1_000) world.runFor(atMs);
  return {
    ...sharesOf(lanes.map(({ id }) => counts.get(id) ?? 0)),
    highest: inFlight.gauge.highest,
    violations: checker.count,
  };
}

/** One queue for the whole host, in the order of acceptance: the greedy subscription was there first. */
function firstComeFirstServed(count: number): Shares {
  let left = turns * count;
  const attempts = Array.from({ length: count }, (_, index) => {
    const n = Math.min(left, index === 0 ? greedyWaiting : waitingEach);
    left -= n;
    return n;
  });
  return sharesOf(attempts);
}

/** @param attempts by subscription, the greedy one first */
function sharesOf(attempts: readonly number[]): Shares {
  const [greedy = 0, ...others] = attempts;
  return {
    jain: jainIndex(attempts),
    greedy,
    most: others.reduce((most, share) => Math.max(most, share), 0),
    least: others.reduce((least, share) => Math.min(least, share), Number.POSITIVE_INFINITY),
  };
}
