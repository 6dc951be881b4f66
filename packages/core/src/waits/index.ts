export { type DeliveryLife, type EndedAttempt, type LaneWait, maxWaitMs, type ToldWait, toldWaits } from "./told-waits.ts";
