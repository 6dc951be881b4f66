import type { Metadata } from "next";
import { Invitation } from "../../../features/auth/index.ts";
import { pageContext } from "../../../server/trpc/page-context.ts";
import { pageData } from "../../_data/page-data.ts";

export const metadata: Metadata = { title: "Invitation" };

export default async function InvitationPage() {
  const { api, queryClient } = pageData();
  const isSignedIn = (await pageContext()).actor !== undefined;
  return <Invitation signedInAs={isSignedIn ? (await queryClient.fetchQuery(api.me.get.queryOptions())).user : null} />;
}
