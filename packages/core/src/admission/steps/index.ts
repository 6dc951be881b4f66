import type { AdmissionStep } from "../step.ts";
import { breakerStep, hostBreakerStep } from "./circuit-steps.ts";
import { hostStep, laneStep, poolStep, sickShareStep, subscriptionStep, tenantStep } from "./gate-steps.ts";
import { catchUpStep, rateStep, retryAfterStep } from "./pace-steps.ts";
import { hostRampStep, rampStep, retryBudgetStep } from "./recovery-steps.ts";

/** The policies in the order they are asked; the first that says no names the refusal. */
export const admissionSteps: readonly AdmissionStep[] = [
  subscriptionStep,
  breakerStep,
  hostBreakerStep,
  retryAfterStep,
  rateStep,
  tenantStep,
  hostStep,
  laneStep,
  sickShareStep,
  rampStep,
  hostRampStep,
  retryBudgetStep,
  catchUpStep,
  poolStep,
];
