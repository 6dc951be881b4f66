import type { Metadata } from "next";
import { EndpointOverview } from "../../../../../features/endpoints/index.ts";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointPage({ params }: PageProps<"/[tenant]/endpoints/[endpoint]">) {
  const { endpoint } = await params;
  return <EndpointOverview endpointId={endpoint} />;
}
