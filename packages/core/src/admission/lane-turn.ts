import type { FloorConfig } from "../backlog-floor/backlog-floor.ts";
import { backlogFloor, type ClassHead } from "../backlog-floor/backlog-floor.ts";
import type { EpochMs } from "../time/durations.ts";
import type { LaneInRound, OpenOffer } from "./round.ts";

export interface TurnPick {
  readonly open: OpenOffer;
  readonly isNew: boolean;
}

/** Which of a lane's open offers its next permit may go to, best first. */
export function picksOf({ lane, offers, isByAge }: LaneInRound, now: EpochMs, config: FloorConfig): TurnPick[] {
  const open = offers.filter(({ refused, granted, wanted }) => !refused && granted < wanted);
  if (!isByAge) return open.map((each) => ({ open: each, isNew: false }));
  const picks = backlogFloor.rank(lane.floor, now, open.map(headOf), config);
  return picks.map((pick) => ({
    open: open.find(({ facts }) => facts.class === pick.class) as OpenOffer,
    isNew: pick.share === "new",
  }));
}

/** The lane's next turn begins with its next class. Where ages are known, they decide. */
export function turnTaken({ lane, offers, isByAge }: LaneInRound, served: OpenOffer, config: FloorConfig): void {
  if (isByAge) lane.floor = backlogFloor.take(lane.floor, config);
  else offers.push(...offers.splice(0, offers.indexOf(served) + 1));
}

function headOf({ facts }: OpenOffer): ClassHead {
  const { class: deliveryClass, firstDueAt = 0, newDueAt } = facts;
  return newDueAt === undefined ? { class: deliveryClass, firstDueAt } : { class: deliveryClass, firstDueAt, newDueAt };
}
