import type { AlertKind, SubscriptionView } from "@hooklane/contracts";
import { settleAlertsOf } from "@hooklane/db";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { sessionOf } from "../../transaction-session.ts";
import type { Acting } from "../actor.ts";
import { changeSubscription } from "./change-subscription.ts";
import { subscriptionView } from "./subscription-view.ts";
import { wholeUrl } from "./whole-url.ts";

export type StateVerb = "pause" | "resume" | "enable";

/** What is known of an endpoint's ways no longer holds when it begins anew. */
const heldAgainst: readonly AlertKind[] = ["endpoint_disabled", "configuration_error", "circuit_open", "lane_full", "backlog_age"];
const wanted = { pause: "paused", resume: "active", enable: "active" } as const;

/** Pauses and resumes a subscription, or enables a disabled one. Asking for the state it is in changes nothing. */
export async function setSubscriptionState(
  services: Services,
  acting: Acting,
  id: string,
  verb: StateVerb,
): Promise<Result<SubscriptionView>> {
  const changed = await changeSubscription(services, acting, id, `subscription.${verb}`, async ({ tx, current }) => {
    if (current.state === wanted[verb]) return done(current);
    if (verb === "enable" ? current.state === "paused" : current.state === "disabled") {
      const way = current.state === "disabled" ? "enable" : "resume";
      return refuse("unprocessable", `The subscription is ${current.state}: ${way} it.`, "state");
    }
    // Enabling begins anew: nothing that the endpoint did before is held against it
    if (current.state === "disabled") {
      await tx.laneState.deleteMany({ where: { subscriptionId: id } });
      await settleAlertsOf(sessionOf(tx), services.now(), acting.tenantId, id, heldAgainst);
    }
    return done(await tx.subscription.update({ where: { id }, data: { state: wanted[verb], disabledReason: null } }));
  });
  return changed.ok ? done(subscriptionView(changed.value, { url: wholeUrl(services, changed.value) })) : changed;
}
