import type { Metadata } from "next";
import { TenantSearchPage } from "../../../features/support/index.ts";
import { Hydrated } from "../../_data/hydrated.tsx";
import { pageData } from "../../_data/page-data.ts";

export const metadata: Metadata = { title: "Support" };

export default async function SupportPage({ searchParams }: PageProps<"/support">) {
  const { q } = await searchParams;
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.support.searchTenants.queryOptions({ text: typeof q === "string" ? q : "" }));
  return (
    <Hydrated>
      <TenantSearchPage />
    </Hydrated>
  );
}
