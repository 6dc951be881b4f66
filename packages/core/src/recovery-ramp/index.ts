export {
  defaultRampConfig,
  type HostRampAsk,
  type RampAsk,
  type RampConfig,
  type RampEnd,
  type RampState,
  type Recovering,
  recoveryRamp,
  type StoredRamp,
} from "./recovery-ramp.ts";
export { type Ceiling, type LaneLoad, type Relapse, type RelapseState, relapses, type StoredRelapse } from "./relapse.ts";
