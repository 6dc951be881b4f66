import { type ApiKeyView, publicId } from "@hooklane/contracts";
import type { ApiKey } from "@hooklane/db";

/** A key as people see it again: never the key itself. */
export const keyView = ({ id, name, prefix, scopes, createdAt, lastUsedAt, revokedAt }: ApiKey): ApiKeyView => ({
  id: publicId("key", id),
  name,
  prefix,
  scopes: scopes as ApiKeyView["scopes"],
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  revoked_at: revokedAt?.toISOString() ?? null,
});
