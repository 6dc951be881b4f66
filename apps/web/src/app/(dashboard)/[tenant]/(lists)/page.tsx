import { statisticsRangeSchema } from "@hooklane/contracts";
import type { Metadata } from "next";
import { Overview } from "../../../../features/overview/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params, searchParams }: PageProps<"/[tenant]">) {
  const { tenant: tenantId } = await params;
  const { range } = await searchParams;
  const asked = statisticsRangeSchema.safeParse(range);
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.overview.get.queryOptions({ tenantId })),
    queryClient.prefetchQuery(api.statistics.get.queryOptions({ tenantId, range: "24h" })),
    ...(asked.success && asked.data !== "24h"
      ? [queryClient.prefetchQuery(api.statistics.get.queryOptions({ tenantId, range: asked.data }))]
      : []),
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
