import type { Role } from "@hooklane/contracts";
import { Browser } from "./browser.ts";
import type { StartedWeb } from "./start-web.ts";

/** A person with a role in a tenant, signed in. */
export async function joinTenant(web: StartedWeb, tenantId: string, role: Role): Promise<Browser> {
  const person = await web.newTenant();
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, $3)", [tenantId, person.userId, role]);
  const browser = new Browser(web);
  await browser.signIn(person.email, person.password);
  return browser;
}
