import type { RotateSecret, SubscriptionView } from "@hooklane/contracts";
import { addSecret, secretContext } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { readSecret } from "../subscriptions/read-secret.ts";
import { subscriptionView } from "../subscriptions/subscription-view.ts";
import { wholeUrl } from "../subscriptions/whole-url.ts";
import { changeSecrets } from "./change-secrets.ts";

const SECOND_MS = 1_000;

/** Makes a new signing secret the current one; the present one signs beside it while its grace lasts. The answer holds the new secret. */
export async function rotateSecret(
  services: Services,
  acting: Acting,
  subscriptionId: string,
  { grace_seconds, secret }: RotateSecret,
): Promise<Result<SubscriptionView>> {
  const refusal = refuseWithout("secrets:write", acting);
  if (refusal) return refusal;
  const text = readSecret(secret);
  if (!text.ok) return text;
  const rotated = await changeSecrets(services, acting, subscriptionId, "secret.rotate", async (tx, subscription) => {
    const sealed = services.secretKeys.seal(Buffer.from(text.value), secretContext(subscriptionId));
    await addSecret(tx, services.now(), subscriptionId, sealed, grace_seconds * SECOND_MS);
    return done({ value: subscription, after: { grace_seconds } });
  });
  if (!rotated.ok) return rotated;
  await services.refreshIndex();
  return done({ ...subscriptionView(rotated.value, { url: wholeUrl(services, rotated.value) }), secret: text.value });
}
