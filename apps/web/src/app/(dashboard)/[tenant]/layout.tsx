import { notFound } from "next/navigation";
import { CommandPalette, PaletteTrigger } from "../../../features/palette/index.ts";
import { SessionProvider, WorkspaceShell } from "../../../features/session/index.ts";
import { pageData, readOrLeave } from "../../_data/page-data.ts";

/** Around every page of a workspace; for its members only. */
export default async function WorkspaceLayout({ children, params }: LayoutProps<"/[tenant]">) {
  const { tenant } = await params;
  const me = await readOrLeave(pageData().api.me.get.queryOptions());
  if (!me.tenants.some(({ id }) => id === tenant)) notFound();
  return (
    <SessionProvider me={me} tenantId={tenant}>
      <WorkspaceShell search={<PaletteTrigger />}>{children}</WorkspaceShell>
      <CommandPalette />
    </SessionProvider>
  );
}
