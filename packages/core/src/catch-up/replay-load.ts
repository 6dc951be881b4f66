import type { StoredLane } from "../admission/stored-lane.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { headroom } from "../rate/rate-config.ts";
import type { EpochMs } from "../time/durations.ts";
import type { CatchUpLoad } from "./catch-up.ts";

/** What is known of a lane by those who do not hold its state. */
export interface ReplayTarget {
  /** The plan's deliveries per second. */
  readonly ceilingPerS: number;
  /** What its owner stored last; null when nothing was. */
  readonly lane: Pick<StoredLane, "proven" | "measure"> | null;
}

/** What a bulk replay may be taken to add to, before anything was seen of it: the limit that the lane would start with. */
export function replayLoad(
  { ceilingPerS, lane }: ReplayTarget,
  now: EpochMs,
  config: { readonly rate: { readonly start_per_s: number }; readonly floor: { readonly share: number } },
): CatchUpLoad {
  const provenPerS = lane ? provenRate.perS(lane.proven, now) : 0;
  return {
    limitPerS: Math.min(ceilingPerS, Math.max(config.rate.start_per_s, headroom * provenPerS)),
    newPerS: lane?.measure.arrivalPerS ?? 0,
    floorShare: config.floor.share,
  };
}
