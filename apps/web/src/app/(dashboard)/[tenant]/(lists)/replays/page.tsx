import type { Metadata } from "next";
import { ReplayHistory } from "../../../../../features/replays/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Replays" };

export default async function ReplaysPage({ params, searchParams }: PageProps<"/[tenant]/replays">) {
  const { tenant: tenantId } = await params;
  const { cursor } = await searchParams;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.jobs.list.queryOptions({ tenantId, ...(typeof cursor === "string" && cursor && { cursor }) }));
  return (
    <Hydrated>
      <ReplayHistory />
    </Hydrated>
  );
}
