import type { Metadata } from "next";
import { EventDetail } from "../../../../../features/events/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Event" };

export default async function EventPage({ params }: PageProps<"/[tenant]/events/[event]">) {
  const { tenant: tenantId, event: eventId } = await params;
  const { api, queryClient } = pageData();
  await readOrLeave(api.events.get.queryOptions({ tenantId, eventId }));
  await queryClient.prefetchQuery(api.deliveries.list.queryOptions({ tenantId, eventId }));
  return (
    <Hydrated>
      <EventDetail eventId={eventId} />
    </Hydrated>
  );
}
