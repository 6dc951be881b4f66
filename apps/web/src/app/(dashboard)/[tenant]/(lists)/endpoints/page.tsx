import type { Metadata } from "next";
import { EndpointList } from "../../../../../features/endpoints/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Endpoints" };

export default async function EndpointsPage({ params, searchParams }: PageProps<"/[tenant]/endpoints">) {
  const { tenant: tenantId } = await params;
  const { cursor } = await searchParams;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.endpoints.list.queryOptions({ tenantId, ...(typeof cursor === "string" && cursor && { cursor }) }));
  return (
    <Hydrated>
      <EndpointList />
    </Hydrated>
  );
}
