import type { Metadata } from "next";
import { EventTypeForm } from "../../../../../../features/event-types/index.ts";
import { Hydrated } from "../../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Edit event type" };

export default async function EditEventTypePage({ params }: PageProps<"/[tenant]/event-types/[name]/edit">) {
  const { tenant: tenantId, name: segment } = await params;
  const { name } = await readOrLeave(pageData().api.eventTypes.get.queryOptions({ tenantId, name: decodeURIComponent(segment) }));
  return (
    <Hydrated>
      <EventTypeForm name={name} />
    </Hydrated>
  );
}
