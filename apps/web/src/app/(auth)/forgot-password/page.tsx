import type { Metadata } from "next";
import { ForgotPasswordForm } from "../../../features/auth/index.ts";
import { pageData } from "../../_data/page-data.ts";

export const metadata: Metadata = { title: "Forgot your password?" };

export default async function ForgotPasswordPage() {
  const { api, queryClient } = pageData();
  const options = await queryClient.fetchQuery(api.auth.options.queryOptions());
  return <ForgotPasswordForm sendsMail={options.sends_mail} />;
}
