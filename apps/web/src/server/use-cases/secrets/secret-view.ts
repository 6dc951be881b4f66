import { publicId, type SecretView } from "@hooklane/contracts";
import type { SubscriptionSecret } from "@hooklane/db";

export const secretView = ({ id, createdAt, expiresAt }: SubscriptionSecret): SecretView => ({
  id: publicId("secret", id),
  state: expiresAt ? "previous" : "current",
  created_at: createdAt.toISOString(),
  expires_at: expiresAt?.toISOString() ?? null,
});
