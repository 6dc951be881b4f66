import { createTenantIn } from "../runtime/create-tenant.ts";
import type { AdminCommand } from "./command.ts";

export const createTenantCommand: AdminCommand = {
  usage: "--name N --email E",
  does: "makes a tenant with an owner and an API key of all scopes; password and key are shown this once",
  options: ["name", "email"],
  run: async ({ name = "", email = "" }, appUrl) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { ok: false, problem: `"${email}" is not an e-mail address` };
    const created = await createTenantIn(appUrl, { name, email });
    if (!created.ok) return created;
    const { tenant } = created;
    return { ok: true, result: { tenant_id: tenant.tenantId, email: tenant.email, password: tenant.password, api_key: tenant.apiKey } };
  },
};
