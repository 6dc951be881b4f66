import type { Metadata } from "next";
import { SignUpForm } from "../../../features/auth/index.ts";

export const metadata: Metadata = { title: "Create a workspace" };

export default function SignUpPage() {
  return <SignUpForm />;
}
