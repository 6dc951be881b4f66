import { redirect } from "next/navigation";
import { Landing } from "../features/landing/index.ts";
import { getContainer } from "../server/container-registry.ts";
import { pageContext } from "../server/trpc/page-context.ts";
import { pageData } from "./_data/page-data.ts";

/** The first page: for who is signed in, their first workspace. */
export default async function HomePage() {
  if ((await pageContext()).actor) {
    const { api, queryClient } = pageData();
    const { tenants, staff } = await queryClient.fetchQuery(api.me.get.queryOptions());
    if (tenants[0]) redirect(`/${tenants[0].id}`);
    redirect(staff ? "/support" : "/account");
  }
  return <Landing publicUrl={getContainer().publicUrl} />;
}
