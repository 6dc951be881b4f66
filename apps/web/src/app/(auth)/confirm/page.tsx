import type { Metadata } from "next";
import { ConfirmEmail } from "../../../features/auth/index.ts";

export const metadata: Metadata = { title: "Confirm your e-mail address" };

export default function ConfirmPage() {
  return <ConfirmEmail />;
}
