import type { SecretView } from "@hooklane/contracts";
import { listLiveSecrets, TenantSubscriptions } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { secretView } from "./secret-view.ts";

/** The live signing secrets of a subscription, newest first, without their texts. */
export async function listSecrets({ db, now }: Services, tenantId: string, subscriptionId: string): Promise<Result<SecretView[]>> {
  if (!(await new TenantSubscriptions(db, tenantId).find(subscriptionId))) return notFound;
  return done((await listLiveSecrets(db, now(), subscriptionId)).map(secretView));
}
