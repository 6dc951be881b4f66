import type { Metadata } from "next";
import { AccountPage } from "../../features/account/index.ts";
import { Hydrated } from "../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../_data/page-data.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function Page() {
  const { api, queryClient } = pageData();
  await readOrLeave(api.account.get.queryOptions());
  await queryClient.prefetchQuery(api.sessions.list.queryOptions());
  return (
    <Hydrated>
      <AccountPage />
    </Hydrated>
  );
}
