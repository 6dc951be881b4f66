import { plans } from "@hooklane/core";

/** What a lane may never exceed, whatever its policy computes: its plan's ceiling. */
export function laneCeiling(planCap: number | undefined): number {
  return planCap ?? plans.scale.lane_cap;
}
