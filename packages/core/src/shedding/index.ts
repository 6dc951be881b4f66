export { type Backlog, type CallVerdict, defaultShedConfig, judgeCall, type ShedConfig, type ShedState, shedding } from "./shedding.ts";
