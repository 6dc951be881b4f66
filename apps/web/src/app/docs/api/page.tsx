import type { Metadata } from "next";
import { ApiReference } from "../../../features/api-reference/index.ts";
import { buildDocument } from "../../../rest/openapi/build-document.ts";
import { openRoutes, routes } from "../../../rest/routes.ts";
import { getContainer } from "../../../server/container-registry.ts";

export const metadata: Metadata = { title: "API reference" };

/** For everybody, like the document that it shows. */
export default function ApiReferencePage() {
  return <ApiReference document={buildDocument([...routes, ...openRoutes], getContainer().publicUrl)} />;
}
