import type { SubscriptionView } from "@hooklane/contracts";
import { TenantSubscriptions } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { subscriptionView } from "./subscription-view.ts";
import { wholeUrl } from "./whole-url.ts";

export async function getSubscription(services: Services, tenantId: string, id: string): Promise<Result<SubscriptionView>> {
  const row = await new TenantSubscriptions(services.db, tenantId).find(id);
  return row ? done(subscriptionView(row, { url: wholeUrl(services, row) })) : notFound;
}
