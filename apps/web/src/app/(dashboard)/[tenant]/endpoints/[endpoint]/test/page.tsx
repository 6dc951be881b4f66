import type { Metadata } from "next";
import { TestPanel } from "../../../../../../features/endpoints/index.ts";

export const metadata: Metadata = { title: "Test an endpoint" };

export default async function EndpointTestPage({ params }: PageProps<"/[tenant]/endpoints/[endpoint]/test">) {
  const { endpoint } = await params;
  return <TestPanel endpointId={endpoint} />;
}
