import { scopes } from "@hooklane/contracts";
import { audit, createApiKey, findOrCreatePlatformTenant, type PrismaClient } from "@hooklane/db";
import { generateApiKey } from "../../http/api-key.ts";

export interface CreatedPlatformKey {
  tenantId: string;
  /** With every scope; shown now and kept only as a hash. */
  apiKey: string;
}

/** Makes a key of the platform's own tenant, on the operator's account; the tenant itself when there is none yet. */
export async function createPlatformKey({ db, now }: { db: PrismaClient; now: () => number }): Promise<CreatedPlatformKey> {
  const { key, prefix, hash } = generateApiKey();
  const tenantId = await db.$transaction(async (tx) => {
    const { id, isNew } = await findOrCreatePlatformTenant(tx, now());
    const common = { tenantId: id, actor: { kind: "operator" }, correlationId: null } as const;
    if (isNew) {
      const after = { kind: "platform", plan: "scale" };
      await audit(tx, now(), { ...common, action: "tenant.create", targetKind: "tenant", targetId: id, after });
    }
    const keyId = await createApiKey(tx, now(), { tenantId: id, name: "Platform key", prefix, hash, scopes, createdBy: null });
    const after = { prefix, scopes: [...scopes] };
    await audit(tx, now(), { ...common, action: "api_key.create", targetKind: "api_key", targetId: keyId, after });
    return id;
  });
  return { tenantId, apiKey: key };
}
