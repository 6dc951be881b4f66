import type { Metadata } from "next";
import { FleetPage } from "../../../../features/support/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Workers · Support" };

export default async function SupportFleetPage() {
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.support.fleet.queryOptions());
  return (
    <Hydrated>
      <FleetPage />
    </Hydrated>
  );
}
