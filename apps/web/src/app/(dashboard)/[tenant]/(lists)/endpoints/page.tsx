import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { EndpointList, endpointListParsers, endpointListQuery } from "../../../../../features/endpoints/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Endpoints" };

const readFilters = createLoader(endpointListParsers);

export default async function EndpointsPage({ params, searchParams }: PageProps<"/[tenant]/endpoints">) {
  const { tenant: tenantId } = await params;
  const filters = await readFilters(searchParams);
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.endpoints.list.queryOptions(endpointListQuery(tenantId, filters)));
  return (
    <Hydrated>
      <EndpointList />
    </Hydrated>
  );
}
