import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { DeliveryLog, logParsers, logQuery } from "../../../../../features/deliveries/index.ts";
import { PageHeader } from "../../../../../ui/page-header.tsx";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Deliveries" };

const readFilters = createLoader(logParsers);

export default async function DeliveriesPage({ params, searchParams }: PageProps<"/[tenant]/deliveries">) {
  const { tenant: tenantId } = await params;
  const filters = await readFilters(searchParams);
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.deliveries.list.queryOptions(logQuery(tenantId, filters, Date.now()))),
    queryClient.prefetchQuery(api.endpoints.list.queryOptions({ tenantId })),
  ]);
  return (
    <Hydrated>
      <PageHeader title="Deliveries" description="Each event that an endpoint asked for, and what became of it." />
      <DeliveryLog />
    </Hydrated>
  );
}
