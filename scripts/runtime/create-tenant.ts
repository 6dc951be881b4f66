import { publicId } from "@hooklane/contracts";
import { createTenant } from "../../apps/web/src/server/use-cases/tenants/create-tenant.ts";
import { openControlPlane } from "./control-plane.ts";

export interface NewTenant {
  /** Public form: `ten_…`. */
  tenantId: string;
  email: string;
  password: string;
  /** With every scope. */
  apiKey: string;
}

export type NewTenantResult = { ok: true; tenant: NewTenant } | { ok: false; problem: string };

/** Prisma's code for a broken unique constraint; the owner's address is the only one that can break here. */
const TAKEN = "P2002";

/**
 * Makes a tenant on the plan `scale`, with an owner who has a new password, and an API key.
 * @param appUrl the database as the application role
 */
export async function createTenantIn(appUrl: string, { name, email }: { name: string; email: string }): Promise<NewTenantResult> {
  const { db, now, close } = await openControlPlane(appUrl);
  try {
    const created = await createTenant({ db, now }, { name, email, plan: "scale" });
    const { password, apiKey } = created;
    return { ok: true, tenant: { tenantId: publicId("tenant", created.tenantId), email: created.email, password, apiKey } };
  } catch (error) {
    if ((error as { code?: unknown }).code === TAKEN) return { ok: false, problem: `The address ${email} already belongs to a user` };
    throw error;
  } finally {
    await close();
  }
}
