import type { Metadata } from "next";
import { NotificationPreferences } from "../../../../../features/alerts/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Mail of alerts" };

export default async function NotificationsPage({ params }: PageProps<"/[tenant]/notifications">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.notifications.get.queryOptions({ tenantId }));
  return (
    <Hydrated>
      <NotificationPreferences />
    </Hydrated>
  );
}
