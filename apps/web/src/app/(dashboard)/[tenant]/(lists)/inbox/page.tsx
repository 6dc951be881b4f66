import type { Metadata } from "next";
import { InboxPanel } from "../../../../../features/inbox/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage({ params }: PageProps<"/[tenant]/inbox">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.inbox.get.queryOptions({ tenantId }));
  return (
    <Hydrated>
      <InboxPanel />
    </Hydrated>
  );
}
