import type { Metadata } from "next";
import { CapacityCard, HostLimitsCard } from "../../../../features/support/index.ts";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Limits · Support" };

export default async function SupportLimitsPage() {
  const { api, queryClient } = pageData();
  await Promise.all([
    queryClient.prefetchQuery(api.support.hostLimits.queryOptions()),
    queryClient.prefetchQuery(api.support.capacity.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PageHeader
        title="Limits"
        description="What hosts may receive, and plans that have become too small. A workspace's own plan is on its page."
      />
      <HostLimitsCard />
      <CapacityCard />
    </Hydrated>
  );
}
