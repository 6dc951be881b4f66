export { dayMs, type EpochMs, hourMs, minuteMs, secondMs } from "./durations.ts";
