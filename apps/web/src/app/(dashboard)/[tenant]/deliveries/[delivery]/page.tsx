import type { Metadata } from "next";
import { DeliveryDetail } from "../../../../../features/deliveries/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: PageProps<"/[tenant]/deliveries/[delivery]">) {
  const { tenant: tenantId, delivery: deliveryId } = await params;
  await readOrLeave(pageData().api.deliveries.get.queryOptions({ tenantId, deliveryId }));
  return (
    <Hydrated>
      <DeliveryDetail deliveryId={deliveryId} />
    </Hydrated>
  );
}
