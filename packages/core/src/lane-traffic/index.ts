export { type LaneResults, type LaneTraffic, type LaneTrafficWindow, laneTraffic, type TrafficEnd } from "./lane-traffic.ts";
