import { notFound } from "next/navigation";
import { SupportShell } from "../../../features/support/index.ts";
import { pageData, readOrLeave } from "../../_data/page-data.ts";

/** Around every page of the support console; for everybody else there is none. */
export default async function SupportLayout({ children }: LayoutProps<"/support">) {
  const me = await readOrLeave(pageData().api.me.get.queryOptions());
  if (!me.staff) notFound();
  return <SupportShell me={me}>{children}</SupportShell>;
}
