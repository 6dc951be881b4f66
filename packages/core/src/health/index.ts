export { type Health, type HealthInput, healthOf, lagSeconds, type PendingHead } from "./health.ts";
export { isAdmissible, type PendingRow, type Waiting, type WaitKind, waitingOf } from "./waiting.ts";
