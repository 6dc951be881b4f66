import type { Metadata } from "next";
import { DeliveryLog } from "../../../../../../features/deliveries/index.ts";

export const metadata: Metadata = { title: "Endpoint deliveries" };

export default async function EndpointDeliveriesPage({ params }: PageProps<"/[tenant]/endpoints/[endpoint]/deliveries">) {
  const { endpoint } = await params;
  return <DeliveryLog endpointId={endpoint} />;
}
