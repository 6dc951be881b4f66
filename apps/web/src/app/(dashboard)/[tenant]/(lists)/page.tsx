import type { Metadata } from "next";
import { Overview } from "../../../../features/overview/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: PageProps<"/[tenant]">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.overview.get.queryOptions({ tenantId })),
    queryClient.prefetchQuery(api.statistics.get.queryOptions({ tenantId, range: "24h" })),
    queryClient.prefetchQuery(api.endpoints.list.queryOptions({ tenantId })),
    queryClient.prefetchQuery(api.deliveries.list.queryOptions({ tenantId })),
    queryClient.prefetchQuery(api.keys.list.queryOptions({ tenantId })),
  ]);
  return (
    <Hydrated>
      <Overview />
    </Hydrated>
  );
}
