import type { Metadata } from "next";
import { EndpointSettings } from "../../../../../../features/endpoints/index.ts";

export const metadata: Metadata = { title: "Endpoint settings" };

export default async function EndpointSettingsPage({ params }: PageProps<"/[tenant]/endpoints/[endpoint]/settings">) {
  const { endpoint } = await params;
  return <EndpointSettings endpointId={endpoint} />;
}
