export {
  defaultLaneSizeConfig,
  type LaneMeasure,
  type LaneSizeAsk,
  type LaneSizeConfig,
  type LaneSizeState,
  type LaneSizing,
  laneRecomputeMs,
  laneSizing,
  laneWindowMs,
  largestLane,
} from "./lane-size.ts";
