import type { Metadata } from "next";
import { ReplayWizard } from "../../../../../features/replays/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "New bulk replay" };

export default async function NewReplayPage({ params }: PageProps<"/[tenant]/replays/new">) {
  const { tenant: tenantId } = await params;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.endpoints.list.queryOptions({ tenantId, limit: 250 }));
  return (
    <Hydrated>
      <ReplayWizard />
    </Hydrated>
  );
}
