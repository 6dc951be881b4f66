import { settleAlertsOf } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { sessionOf } from "../../transaction-session.ts";
import type { Acting } from "../actor.ts";
import { changeSubscription } from "./change-subscription.ts";

/** Deletes a subscription. Nothing is sent from now on; a job, sent with the change, ends what is pending. */
export async function deleteSubscription(services: Services, acting: Acting, id: string): Promise<Result<undefined>> {
  const deleted = await changeSubscription(services, acting, id, "subscription.delete", async ({ tx, own, current }) => {
    await own.delete(services.now(), id);
    await settleAlertsOf(sessionOf(tx), services.now(), acting.tenantId, id);
    await services.jobs.send(sessionOf(tx), "end-pending", { subscription_id: id, reason: "subscription_deleted" });
    return done({ ...current, state: "deleted" });
  });
  return deleted.ok ? done(undefined) : deleted;
}
