export { type LatencyHistogram, latencyBoundsMs, latencyHistogram } from "./latency-histogram.ts";
export { bucketsPerWindow, type TimeWindow, type TimeWindowOptions, timeWindow, type WindowState } from "./time-window.ts";
