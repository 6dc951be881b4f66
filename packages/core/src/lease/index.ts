export { type LeaseTimes, leaseTimes } from "./lease-times.ts";
