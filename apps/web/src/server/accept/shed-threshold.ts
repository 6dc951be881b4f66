import type { Plan, ShedConfig } from "../core.ts";

/** The backlog above which a subscription under this plan may be shed: the plan's own numbers win over the configured ones. */
export function shedThreshold(plan: Plan, configured: ShedConfig): ShedConfig {
  const { shed_deliveries: deliveries = configured.deliveries, shed_bytes: bytes = configured.bytes } = plan;
  return { ...configured, deliveries, bytes };
}
