import type { RevealedSecret } from "@hooklane/contracts";
import { listLiveSecrets, secretContext } from "@hooklane/db";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseStale, refuseWithout } from "../actor.ts";
import { changeSecrets } from "./change-secrets.ts";
import { secretView } from "./secret-view.ts";

/** Shows the live signing secrets of a subscription to a person. Every look leaves an audit row; a program never gets one. */
export async function revealSecrets(services: Services, acting: Acting, subscriptionId: string): Promise<Result<RevealedSecret[]>> {
  if (acting.actor.kind !== "user") return refuse("forbidden", "Secrets are revealed to people only.");
  const refusal = refuseWithout("secrets:reveal", acting) ?? refuseStale("secrets.reveal", acting, services.now());
  if (refusal) return refusal;
  return changeSecrets(services, acting, subscriptionId, "secret.reveal", async (tx) => {
    const secrets = await listLiveSecrets(tx, services.now(), subscriptionId);
    const value = secrets.map((secret) => {
      const sealed = { keyNumber: secret.keyNumber, sealed: Buffer.from(secret.sealed) };
      return { ...secretView(secret), secret: services.secretKeys.open(sealed, secretContext(subscriptionId))?.toString("utf8") ?? null };
    });
    return done({ value, after: { secrets: value.map(({ id }) => id) } });
  });
}
