import { type CreatedKey, type CreateKey, publicId } from "@hooklane/contracts";
import { audit, countLiveApiKeys, createApiKey } from "@hooklane/db";
import { generateApiKey } from "../../http/api-key.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseStale, refuseWithout } from "../actor.ts";

const MAX_LIVE_KEYS = 100;

/** Makes an API key. The answer is the only one that holds it. */
export async function createKey({ db, now }: Services, acting: Acting, { name, scopes }: CreateKey): Promise<Result<CreatedKey>> {
  const refusal = refuseWithout("keys:write", acting) ?? refuseStale("keys.create", acting, now());
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  const createdMs = now();
  return db.$transaction(async (tx): Promise<Result<CreatedKey>> => {
    // Those who make keys at the same time count one after another
    await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    if ((await countLiveApiKeys(tx, tenantId)) >= MAX_LIVE_KEYS) {
      return refuse("limit_reached", `A workspace has at most ${MAX_LIVE_KEYS} API keys: revoke one that is not used.`);
    }
    const { key, prefix, hash } = generateApiKey();
    const createdBy = actor.kind === "user" ? actor.id : null;
    const id = await createApiKey(tx, createdMs, { tenantId, name, prefix, hash, scopes, createdBy });
    await audit(tx, createdMs, {
      tenantId,
      actor,
      action: "api_key.create",
      targetKind: "api_key",
      targetId: id,
      after: { name, prefix, scopes },
      correlationId: requestId,
    });
    const created_at = new Date(createdMs).toISOString();
    return done({ id: publicId("key", id), name, prefix, scopes, created_at, last_used_at: null, revoked_at: null, key });
  });
}
