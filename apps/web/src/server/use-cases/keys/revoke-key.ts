import type { ApiKeyView } from "@hooklane/contracts";
import { audit, revokeApiKey } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { keyView } from "./key-view.ts";

/** Ends an API key for good. Ending one that has ended changes nothing. */
export async function revokeKey({ db, now }: Services, acting: Acting, id: string): Promise<Result<ApiKeyView>> {
  const refusal = refuseWithout("keys:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  const revokedMs = now();
  return db.$transaction(async (tx): Promise<Result<ApiKeyView>> => {
    const before = await revokeApiKey(tx, revokedMs, tenantId, id);
    if (!before) return notFound;
    if (before.revokedAt) return done(keyView(before));
    await audit(tx, revokedMs, {
      tenantId,
      actor,
      action: "api_key.revoke",
      targetKind: "api_key",
      targetId: id,
      after: { name: before.name, prefix: before.prefix },
      correlationId: requestId,
    });
    return done(keyView({ ...before, revokedAt: new Date(revokedMs) }));
  });
}
