export { type DeliveryMode, type RetryableStatus, type SettleInput, type Settlement, settle } from "./settle.ts";
