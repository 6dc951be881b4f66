import type { SecretView } from "@hooklane/contracts";
import { deletePreviousSecrets, listLiveSecrets } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { changeSecrets } from "./change-secrets.ts";
import { secretView } from "./secret-view.ts";

/** Ends every secret but the current one, without waiting for the end of its grace. @returns the secrets that are left */
export async function revokePreviousSecrets(services: Services, acting: Acting, subscriptionId: string): Promise<Result<SecretView[]>> {
  const refusal = refuseWithout("secrets:write", acting);
  if (refusal) return refusal;
  const revoked = await changeSecrets(services, acting, subscriptionId, "secret.revoke_previous", async (tx) => {
    const ended = await deletePreviousSecrets(tx, services.now(), subscriptionId);
    return done({ value: (await listLiveSecrets(tx, services.now(), subscriptionId)).map(secretView), after: { ended } });
  });
  if (revoked.ok) await services.refreshIndex();
  return revoked;
}
