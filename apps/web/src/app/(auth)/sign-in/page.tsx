import type { Metadata } from "next";
import { SignInForm } from "../../../features/auth/index.ts";
import { safeNext } from "../../../features/session/index.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next } = await searchParams;
  return <SignInForm next={safeNext(typeof next === "string" ? next : undefined)} />;
}
