export { defaultHostBytesConfig, type HostBytesConfig, type HostBytesState, hostBytes } from "./host-bytes.ts";
export { type LaneRateAsk, type LaneRateEnd, type LaneRateState, laneRate } from "./lane-rate.ts";
export { type ProvenRateState, provenRate } from "./proven-rate.ts";
export { defaultRateConfig, type RateConfig } from "./rate-config.ts";
export type { RateTrouble, StoredRateTrouble } from "./rate-trouble.ts";
