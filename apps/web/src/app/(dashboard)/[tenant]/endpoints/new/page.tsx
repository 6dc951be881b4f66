import type { Metadata } from "next";
import { CreateEndpoint } from "../../../../../features/endpoints/index.ts";

export const metadata: Metadata = { title: "New endpoint" };

export default function NewEndpointPage() {
  return <CreateEndpoint />;
}
