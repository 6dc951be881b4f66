import { eventTypeSchema } from "@hooklane/contracts";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EventTypeDetail } from "../../../../../features/event-types/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Event type" };

export default async function EventTypePage({ params }: PageProps<"/[tenant]/event-types/[name]">) {
  const { tenant: tenantId, name: segment } = await params;
  const name = eventTypeSchema.safeParse(decodeURIComponent(segment));
  if (!name.success) notFound();
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.eventTypes.get.queryOptions({ tenantId, name: name.data })),
    queryClient.prefetchQuery(api.eventTypes.volumes.queryOptions({ tenantId })),
    queryClient.prefetchQuery(api.eventTypes.history.queryOptions({ tenantId, name: name.data })),
    queryClient.prefetchQuery(api.eventTypes.subscribers.queryOptions({ tenantId, name: name.data })),
  ]);
  return (
    <Hydrated>
      <EventTypeDetail name={name.data} />
    </Hydrated>
  );
}
