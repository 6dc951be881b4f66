import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ApiProvider } from "../features/api/index.ts";
import { themeAttribute, themeCookie } from "../ui/lib/theme.ts";
import { NowProvider } from "../ui/now.tsx";
import { Toaster } from "../ui/toaster.tsx";

export const metadata: Metadata = {
  title: { default: "Hooklane", template: "%s · Hooklane" },
  description: "Webhook delivery for your platform: nothing lost, every wait explained.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f6f2" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1013" },
  ],
};

/** Reads the request's headers, so every page is rendered per request: its scripts carry the nonce of that request's policy. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const requestId = (await headers()).get("x-request-id") ?? "";
  const theme = themeAttribute((await cookies()).get(themeCookie)?.value);
  return (
    <html lang="en" data-request-id={requestId} data-theme={theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="min-h-dvh font-sans antialiased">
        <NowProvider renderedAtMs={Date.now()}>
          <NuqsAdapter>
            <ApiProvider>{children}</ApiProvider>
          </NuqsAdapter>
          <Toaster />
        </NowProvider>
      </body>
    </html>
  );
}
