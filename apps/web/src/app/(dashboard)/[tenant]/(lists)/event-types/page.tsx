import type { Metadata } from "next";
import { EventTypeList } from "../../../../../features/event-types/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Event types" };

export default async function EventTypesPage({ params, searchParams }: PageProps<"/[tenant]/event-types">) {
  const { tenant: tenantId } = await params;
  const { cursor } = await searchParams;
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.eventTypes.list.queryOptions({ tenantId, ...(typeof cursor === "string" && cursor && { cursor }) })),
    queryClient.prefetchQuery(api.eventTypes.volumes.queryOptions({ tenantId })),
  ]);
  return (
    <Hydrated>
      <EventTypeList />
    </Hydrated>
  );
}
