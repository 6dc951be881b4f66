import type { SubscriptionView, UpdateSubscription } from "@hooklane/contracts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";
import { changeSubscription } from "./change-subscription.ts";
import { readDestination } from "./read-destination.ts";
import { refuseFilter } from "./refuse-filter.ts";
import { subscriptionView } from "./subscription-view.ts";
import { wholeUrl } from "./whole-url.ts";

const visitRefusal = "Support staff never change where a customer's events go, or with which headers.";

/** Changes some members of a subscription. */
export async function updateSubscription(
  services: Services,
  acting: Acting,
  id: string,
  { url, ...patch }: UpdateSubscription,
): Promise<Result<SubscriptionView>> {
  const destination = url === undefined ? undefined : readDestination(url, services.urlRules);
  if (destination && !destination.ok) return destination;
  const wrongFilter = refuseFilter(patch.filter);
  if (wrongFilter) return wrongFilter;
  const updated = await changeSubscription(services, acting, id, "subscription.update", async ({ own, current }) => {
    const isNewHost = destination !== undefined && destination.value.host !== current.host;
    const hasHeaders = Object.keys(current.customHeaders as object).length > 0;
    // Header values are credentials, and another URL is another receiver of the tenant's data
    const setsHeaders = patch.custom_headers !== undefined && (hasHeaders || Object.keys(patch.custom_headers).length > 0);
    if (acting.visit && (destination || setsHeaders)) return refuse("forbidden", visitRefusal);
    // Header values may be credentials that whoever changes the URL has never seen
    if (isNewHost && !patch.custom_headers && hasHeaders) {
      return refuse(
        "unprocessable",
        "The URL names another host: send custom_headers with it, because the present ones are not passed on.",
        "custom_headers",
      );
    }
    return done(await own.update(current, patch, destination?.value, services.secretKeys));
  });
  return updated.ok
    ? done(subscriptionView(updated.value, { url: wholeUrl(services, updated.value), headers: patch.custom_headers }))
    : updated;
}
