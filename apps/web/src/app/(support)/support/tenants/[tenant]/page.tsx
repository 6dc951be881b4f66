import type { Metadata } from "next";
import { TenantPage } from "../../../../../features/support/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Workspace · Support" };

export default async function SupportedTenantPage({ params }: PageProps<"/support/tenants/[tenant]">) {
  const { tenant: tenantId } = await params;
  const { api } = pageData();
  const me = await readOrLeave(api.me.get.queryOptions());
  await readOrLeave(api.support.getTenant.queryOptions({ tenantId }));
  return (
    <Hydrated>
      <TenantPage tenantId={tenantId} visits={me.visit !== null} />
    </Hydrated>
  );
}
