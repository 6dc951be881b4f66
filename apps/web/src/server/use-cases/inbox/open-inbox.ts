import { createSubscriptionSchema, type SubscriptionView } from "@hooklane/contracts";
import { openInbox as open } from "@hooklane/db";
import { type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { createSubscription } from "../subscriptions/create-subscription.ts";

/** Makes an endpoint that posts to the tenant's built-in receiver, and the receiver where there is none. The answer holds the endpoint's secret. */
export async function openInbox(services: Services, acting: Acting): Promise<Result<SubscriptionView>> {
  const refusal = refuseWithout("endpoints:write", acting) ?? refuseWithout("secrets:write", acting);
  if (refusal) return refusal;
  const { inbox } = services.urlRules;
  if (!inbox) return refuse("forbidden", "The operator of this installation allows no inboxes.");
  const url = `${inbox.prefix}${await open(services.db, acting.tenantId)}`;
  return createSubscription(services, acting, createSubscriptionSchema.parse({ url, event_types: ["*"], description: "Built-in inbox" }));
}
