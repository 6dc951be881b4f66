import type { Metadata } from "next";
import { ReplayJob } from "../../../../../features/replays/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Bulk replay" };

export default async function ReplayPage({ params }: PageProps<"/[tenant]/replays/[job]">) {
  const { tenant: tenantId, job: jobId } = await params;
  await readOrLeave(pageData().api.jobs.get.queryOptions({ tenantId, jobId }));
  return (
    <Hydrated>
      <ReplayJob jobId={jobId} />
    </Hydrated>
  );
}
