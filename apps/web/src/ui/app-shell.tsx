"use client";

import { type LucideIcon, Menu as MenuIcon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { buttonStyle } from "./button.tsx";
import { cn } from "./cn.ts";
import { Logo } from "./logo.tsx";

/** Fetched when it is opened first: on a wide screen it never is. */
const AppDrawer = dynamic(async () => (await import("./app-drawer.tsx")).AppDrawer, { ssr: false });

export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Only this very address counts as being there. */
  exact?: boolean;
}

interface AppShellProps {
  /** Where the name of the product leads. */
  home: string;
  nav: readonly NavItem[];
  /** Stands above the navigation. */
  workspace: ReactNode;
  /** Stands below the navigation. */
  account: ReactNode;
  /** What has news; stands beside the name of the product. */
  bell?: ReactNode;
  children: ReactNode;
}

/** What is around every page of a workspace: navigation at the side, in a drawer on a phone. */
export function AppShell({ home, nav, workspace, account, bell, children }: AppShellProps) {
  const [drawer, setDrawer] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (drawer && !wasOpened) setWasOpened(true);
  const side = (
    <>
      <div className="px-2">{workspace}</div>
      <Navigation nav={nav} onNavigate={() => setDrawer(false)} />
      <div className="mt-auto border-t px-2 py-2">{account}</div>
    </>
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="hidden border-r lg:block">
        <div className="sticky top-0 flex h-dvh flex-col gap-3 in-data-visit:pb-16">
          <div className="flex items-center justify-between px-4 pt-3">
            <Brand home={home} />
            {bell}
          </div>
          {side}
        </div>
      </aside>
      <header className="sticky top-0 z-20 flex h-12 items-center justify-between border-b bg-canvas px-4 lg:hidden">
        <Brand home={home} className="mr-auto" />
        {bell}
        <button
          type="button"
          aria-label="Open the navigation"
          aria-haspopup="dialog"
          aria-expanded={drawer}
          onClick={() => setDrawer(true)}
          className={buttonStyle({ variant: "quiet", size: "icon" })}
        >
          <MenuIcon aria-hidden />
        </button>
        {wasOpened && (
          <AppDrawer open={drawer} onOpenChange={setDrawer}>
            {side}
          </AppDrawer>
        )}
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6 lg:px-8">{children}</div>
      </main>
    </div>
  );
}

function Brand({ home, className }: { home: string; className?: string }) {
  return (
    <Link href={home} className={cn("flex items-center gap-2 font-semibold tracking-tight", className)}>
      <Logo className="size-5 text-accent" />
      Hooklane
    </Link>
  );
}

function Navigation({ nav, onNavigate }: { nav: readonly NavItem[]; onNavigate: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Workspace" className="px-2">
      <ul className="flex flex-col gap-0.5">
        {nav.map(({ href, label, icon: Icon, exact }) => {
          const current = exact ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                onClick={onNavigate}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-base",
                  current ? "bg-sunken font-medium text-ink" : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden className={cn("size-4", current && "text-accent")} />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
