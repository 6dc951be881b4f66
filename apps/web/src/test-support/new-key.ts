import type { Scope } from "@hooklane/contracts";
import { createApiKey } from "@hooklane/db";
import { generateApiKey, hashApiKey } from "../server/http/api-key.ts";
import type { StartedWeb } from "./start-web.ts";

/** Another key of the tenant that a key belongs to. */
export async function newKey(web: StartedWeb, ofKey: string, scopes: Scope[]): Promise<string> {
  const { rows } = await web.owner.query<{ tenant_id: string }>("SELECT tenant_id FROM api_keys WHERE hash = $1", [hashApiKey(ofKey)]);
  const { key, prefix, hash } = generateApiKey();
  const tenantId = rows[0]?.tenant_id as string;
  await createApiKey(web.container.db, web.container.now(), { tenantId, name: "test", prefix, hash, scopes, createdBy: null });
  return key;
}
