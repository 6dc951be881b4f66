import "./globals.css";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Hooklane", template: "%s · Hooklane" },
  description: "Webhook delivery for your platform: nothing lost, every wait explained.",
};

/** Reads the request's headers, so every page is rendered per request: its scripts carry the nonce of that request's policy. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const requestId = (await headers()).get("x-request-id") ?? "";
  return (
    <html lang="en" data-request-id={requestId}>
      <body className="min-h-dvh bg-white font-sans text-slate-900 antialiased dark:bg-slate-950 dark:text-slate-100">{children}</body>
    </html>
  );
}
