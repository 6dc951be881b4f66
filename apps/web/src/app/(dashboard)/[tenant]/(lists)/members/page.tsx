import type { Metadata } from "next";
import { MembersPage } from "../../../../../features/members/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Members" };

export default async function Page({ params }: PageProps<"/[tenant]/members">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.members.list.queryOptions({ tenantId }));
  return (
    <Hydrated>
      <MembersPage />
    </Hydrated>
  );
}
