import type { Metadata } from "next";
import { SignUpForm } from "../../../features/auth/index.ts";
import { pageData } from "../../_data/page-data.ts";

export const metadata: Metadata = { title: "Create a workspace" };

export default async function SignUpPage() {
  const { api, queryClient } = pageData();
  return <SignUpForm options={await queryClient.fetchQuery(api.auth.options.queryOptions())} />;
}
