export { neededPermits } from "./needed-permits.ts";
export { type Plan, type PlanName, type PlanOverride, planNames, plans, resolvePlan } from "./plan.ts";
