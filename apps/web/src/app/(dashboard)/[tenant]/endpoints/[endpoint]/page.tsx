import { statisticsRangeSchema } from "@hooklane/contracts";
import type { Metadata } from "next";
import { EndpointOverview, recentQuery } from "../../../../../features/endpoints/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointPage({ params, searchParams }: PageProps<"/[tenant]/endpoints/[endpoint]">) {
  const { tenant: tenantId, endpoint: endpointId } = await params;
  const { range } = await searchParams;
  const asked = statisticsRangeSchema.safeParse(range);
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.endpoints.fault.queryOptions({ tenantId, endpointId })),
    queryClient.prefetchQuery(api.statistics.get.queryOptions({ tenantId, endpointId, range: asked.success ? asked.data : "24h" })),
    queryClient.prefetchQuery(api.deliveries.list.queryOptions(recentQuery(tenantId, endpointId))),
  ]);
  return (
    <Hydrated>
      <EndpointOverview endpointId={endpointId} />
    </Hydrated>
  );
}
