export {
  backlogFloor,
  type ClassHead,
  defaultFloorConfig,
  type FloorConfig,
  type FloorPick,
  type FloorState,
  newWorkMs,
  newWorkRetryMs,
} from "./backlog-floor.ts";
