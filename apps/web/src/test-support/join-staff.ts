import { setStaff } from "../server/use-cases/support/set-staff.ts";
import { Browser } from "./browser.ts";
import type { StartedWeb } from "./start-web.ts";

export interface StaffBrowser {
  browser: Browser;
  userId: string;
  email: string;
  password: string;
  /** Of a tenant of their own. */
  tenantId: string;
}

/** One of the support staff, signed in. */
export async function joinStaff(web: StartedWeb): Promise<StaffBrowser> {
  const person = await web.newTenant();
  await setStaff({ db: web.container.db, now: web.container.now }, person.email, true);
  const browser = new Browser(web);
  await browser.signIn(person.email, person.password);
  return { browser, userId: person.userId, email: person.email, password: person.password, tenantId: person.tenantId };
}
