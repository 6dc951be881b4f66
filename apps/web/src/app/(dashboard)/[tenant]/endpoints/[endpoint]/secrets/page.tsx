import type { Metadata } from "next";
import { SecretPanel } from "../../../../../../features/endpoints/index.ts";

export const metadata: Metadata = { title: "Endpoint secrets" };

export default async function EndpointSecretsPage({ params }: PageProps<"/[tenant]/endpoints/[endpoint]/secrets">) {
  const { endpoint } = await params;
  return <SecretPanel endpointId={endpoint} />;
}
