import { type LimitsView, MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_EVENT_TYPES, MAX_PAYLOAD_BYTES } from "@hooklane/contracts";
import { TenantEventTypes } from "@hooklane/db";
import { shedThreshold } from "../../accept/shed-threshold.ts";
import { resolvePlan } from "../../core.ts";
import type { Caller } from "../../http/caller.ts";
import type { Services } from "../../services.ts";

/** What a tenant's plan allows, and what of it is in use. */
export async function getLimits(
  { db, index, accept }: Services,
  { tenantId, plan: planName, planOverride }: Pick<Caller, "tenantId" | "plan" | "planOverride">,
): Promise<LimitsView> {
  const plan = resolvePlan(planName, planOverride);
  const { deliveries, bytes } = shedThreshold(plan, accept.shed);
  return {
    plan: planName,
    subscriptions: { max: plan.subscriptions, used: index.count(tenantId) },
    event_types: { max: MAX_EVENT_TYPES, used: await new TenantEventTypes(db, tenantId).count() },
    events_per_second: plan.ingest_per_s,
    deliveries_per_second: plan.deliveries_per_s,
    requests_in_flight: plan.tenant_in_flight,
    requests_in_flight_per_subscription: plan.lane_cap,
    backlog_per_subscription: { deliveries, bytes },
    payload_bytes: MAX_PAYLOAD_BYTES,
    batch: { events: MAX_BATCH_EVENTS, bytes: MAX_BATCH_BYTES },
  };
}
