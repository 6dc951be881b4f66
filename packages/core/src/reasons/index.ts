export { type DeadReason, type DisableReason, deadReasons } from "./dead-reason.ts";
export { type RefusalReason, refusalReasons, type WaitingReason, waitingReasons } from "./waiting-reason.ts";
