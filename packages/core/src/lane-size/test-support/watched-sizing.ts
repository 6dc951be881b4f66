import { breakerOutcome } from "../../circuit-breaker/breaker-end.ts";
import { type LaneTraffic, laneTraffic } from "../../lane-traffic/lane-traffic.ts";
import type { AttemptEnd } from "../../policy/permit.ts";
import type { EpochMs } from "../../time/durations.ts";
import { type LaneMeasure, type LaneSizeAsk, type LaneSizeConfig, type LaneSizeState, laneSizing, laneWindowMs } from "../lane-size.ts";

/** A lane's size together with the traffic that it is computed from. */
export type WatchedSize = LaneSizeState & { readonly traffic: LaneTraffic };

/** {@link laneSizing} with its traffic counted beside it, as a breaker does. */
export function watchedSizing(config: LaneSizeConfig) {
  const recent = laneTraffic(laneWindowMs);
  const sizing = laneSizing(config, recent);
  return {
    initial: (now: EpochMs): WatchedSize => ({ ...sizing.initial(now), traffic: recent.empty }),
    restore: (measure: LaneMeasure, now: EpochMs): WatchedSize => ({ ...sizing.restore(measure, now), traffic: recent.empty }),
    arrived: (state: WatchedSize, n: number, now: EpochMs): WatchedSize => ({
      ...state,
      ...sizing.arrived(state, now),
      traffic: recent.arrived(state.traffic, n, now),
    }),
    took: (state: WatchedSize, held: number): WatchedSize => ({ ...state, ...sizing.took(state, held) }),
    observe(state: WatchedSize, end: AttemptEnd, now: EpochMs): WatchedSize {
      const { success, countsForBreaker } = end.classification;
      const isCounted = breakerOutcome(end.classification) !== "nothing";
      const kind = success ? "succeeded" : countsForBreaker ? "failed" : "refused";
      const traffic = isCounted ? recent.ended(state.traffic, kind, now) : state.traffic;
      return { ...state, ...sizing.observe(state, end, now, traffic), traffic };
    },
    tick(state: WatchedSize, now: EpochMs, held: number, ask: LaneSizeAsk): WatchedSize {
      const next = sizing.tick(state, now, held, ask, state.traffic);
      return next === state ? state : { ...next, traffic: state.traffic };
    },
    capOf: sizing.capOf,
    isSick: sizing.isSick,
    measure: (state: WatchedSize, now: EpochMs) => sizing.measure(state, now, state.traffic),
    isIdle: (state: WatchedSize, now: EpochMs) => sizing.isIdle(state, now) && recent.isEmpty(state.traffic, now),
  };
}
