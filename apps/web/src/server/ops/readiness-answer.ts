import type { ProbeAnswer } from "@hooklane/ops";
import type { ReadinessReport } from "../readiness.ts";

/** A report as the operator's port tells it. */
export const readinessAnswer = ({ ready, checks }: ReadinessReport): ProbeAnswer => ({
  ok: ready,
  checks: Object.fromEntries(Object.entries(checks).map(([name, holds]) => [name, holds || "does not hold"])),
});
