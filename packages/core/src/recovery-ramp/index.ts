export {
  defaultRampConfig,
  type RampAsk,
  type RampConfig,
  type RampEnd,
  type RampState,
  type Recovering,
  recoveryRamp,
  type StoredRamp,
} from "./recovery-ramp.ts";
