import { EndpointHeader } from "../../../../../features/endpoints/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

/** Above all pages of one endpoint; it exists in this workspace, or the page does not. */
export default async function EndpointLayout({ children, params }: LayoutProps<"/[tenant]/endpoints/[endpoint]">) {
  const { tenant: tenantId, endpoint: endpointId } = await params;
  const { api, queryClient } = pageData();
  await readOrLeave(api.endpoints.get.queryOptions({ tenantId, endpointId }));
  await queryClient.prefetchQuery(api.endpoints.health.queryOptions({ tenantId, endpointId }));
  return (
    <Hydrated>
      <EndpointHeader endpointId={endpointId} />
      {children}
    </Hydrated>
  );
}
