import type { Metadata } from "next";
import { AlertDetail } from "../../../../../features/alerts/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Alert" };

export default async function AlertPage({ params }: PageProps<"/[tenant]/alerts/[alert]">) {
  const { tenant: tenantId, alert: alertId } = await params;
  await readOrLeave(pageData().api.alerts.get.queryOptions({ tenantId, alertId }));
  return (
    <Hydrated>
      <AlertDetail alertId={alertId} />
    </Hydrated>
  );
}
