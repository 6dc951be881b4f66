import type { Metadata } from "next";
import { SignInForm } from "../../../features/auth/index.ts";
import { safeNext } from "../../../features/session/index.ts";
import { pageData } from "../../_data/page-data.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, error } = await searchParams;
  const { api, queryClient } = pageData();
  return (
    <SignInForm
      next={safeNext(typeof next === "string" ? next : undefined)}
      error={typeof error === "string" ? error : undefined}
      options={await queryClient.fetchQuery(api.auth.options.queryOptions())}
    />
  );
}
