import type { Metadata } from "next";
import { KeyList } from "../../../../../features/keys/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ params }: PageProps<"/[tenant]/keys">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.keys.list.queryOptions({ tenantId }));
  return (
    <Hydrated>
      <KeyList />
    </Hydrated>
  );
}
