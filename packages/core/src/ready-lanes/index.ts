export { type ClaimEnd, type PermitPlace, ReadyLanes } from "./ready-lanes.ts";
export type { FoundWork, Work } from "./work.ts";
