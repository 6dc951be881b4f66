import type { Metadata } from "next";
import { ExplainPage } from "../../../../features/support/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Explain · Support" };

export default async function SupportExplainPage({ searchParams }: PageProps<"/support/explain">) {
  const { delivery } = await searchParams;
  const { api, queryClient } = pageData();
  if (typeof delivery === "string" && delivery !== "")
    await queryClient.prefetchQuery(api.support.explain.queryOptions({ deliveryId: delivery }));
  return (
    <Hydrated>
      <ExplainPage />
    </Hydrated>
  );
}
