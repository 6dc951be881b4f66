import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { AlertList, alertParsers, alertQuery } from "../../../../../features/alerts/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Alerts" };

const readFilters = createLoader(alertParsers);

export default async function AlertsPage({ params, searchParams }: PageProps<"/[tenant]/alerts">) {
  const { tenant: tenantId } = await params;
  const filters = await readFilters(searchParams);
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.alerts.list.queryOptions(alertQuery(tenantId, filters)));
  return (
    <Hydrated>
      <AlertList />
    </Hydrated>
  );
}
