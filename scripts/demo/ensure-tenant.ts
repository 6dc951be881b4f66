import { randomBytes } from "node:crypto";
import { apiClient } from "../runtime/api-client.ts";
import type { NewTenantResult } from "../runtime/create-tenant.ts";
import type { DemoState } from "./demo-state.ts";

type DemoTenant = NonNullable<DemoState["tenant"]>;

/**
 * The demo's tenant: the kept one while the database still knows its key, else a new one. The address is random, so that a state file that
 * was lost does not leave an address behind which a new tenant then cannot have.
 * @param create makes a tenant with an owner of that address
 * @throws Error when it cannot
 */
export async function ensureTenant(
  baseUrl: string,
  kept: DemoTenant | undefined,
  create: (input: { name: string; email: string }) => Promise<NewTenantResult>,
): Promise<DemoTenant> {
  if (kept) {
    const { status } = await apiClient(baseUrl, kept.apiKey).call("GET", "/v1/subscriptions?limit=1", [200, 401]);
    if (status === 200) return kept;
  }
  const created = await create({ name: "Demo", email: `demo-${randomBytes(3).toString("hex")}@example.com` });
  if (!created.ok) throw new Error(created.problem);
  return created.tenant;
}
