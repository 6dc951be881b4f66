import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { EventList, eventListParsers, eventListQuery } from "../../../../../features/events/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Events" };

const readFilters = createLoader(eventListParsers);

export default async function EventsPage({ params, searchParams }: PageProps<"/[tenant]/events">) {
  const { tenant: tenantId } = await params;
  const filters = await readFilters(searchParams);
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.events.list.queryOptions(eventListQuery(tenantId, filters, Date.now())));
  return (
    <Hydrated>
      <EventList />
    </Hydrated>
  );
}
