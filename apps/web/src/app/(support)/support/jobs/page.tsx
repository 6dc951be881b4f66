import type { Metadata } from "next";
import { JobsPage } from "../../../../features/support/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Jobs · Support" };

export default async function SupportJobsPage() {
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.support.jobQueues.queryOptions());
  return (
    <Hydrated>
      <JobsPage />
    </Hydrated>
  );
}
