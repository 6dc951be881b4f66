import type { ReactNode } from "react";
import { AccountShell } from "../../features/account/index.ts";
import { pageData, readOrLeave } from "../_data/page-data.ts";

/** Around the pages of an account; for who is signed in. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const me = await readOrLeave(pageData().api.me.get.queryOptions());
  return <AccountShell me={me}>{children}</AccountShell>;
}
