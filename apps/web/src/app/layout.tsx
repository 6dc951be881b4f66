import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ApiProvider } from "../features/api/index.ts";
import { ConfirmSelf } from "../features/confirmation/index.ts";
import { icons, VisitBanner } from "../features/visit/index.ts";
import { themeAttribute, themeCookie } from "../ui/lib/theme.ts";
import { NowProvider } from "../ui/now.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { readVisitor } from "./_data/read-visitor.ts";

export async function generateMetadata(): Promise<Metadata> {
  const tenant = (await readVisitor())?.tenants[0];
  const name = tenant ? `Visiting ${tenant.name}` : "Hooklane";
  return {
    title: { default: name, template: `%s · ${name}` },
    description: "Webhook delivery for your platform: nothing lost, every wait explained.",
    icons: { icon: tenant ? icons.visit : icons.usual },
  };
}

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
  const visitor = await readVisitor();
  return (
    <html
      lang="en"
      data-request-id={requestId}
      data-theme={theme}
      data-visit={visitor ? "" : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body className="min-h-dvh in-data-visit:pb-24 font-sans antialiased sm:in-data-visit:pb-16">
        <NowProvider renderedAtMs={Date.now()}>
          <NuqsAdapter>
            <ApiProvider>
              {children}
              <ConfirmSelf />
              {visitor?.visit && <VisitBanner me={visitor} visit={visitor.visit} />}
            </ApiProvider>
          </NuqsAdapter>
          <Toaster />
        </NowProvider>
      </body>
    </html>
  );
}
