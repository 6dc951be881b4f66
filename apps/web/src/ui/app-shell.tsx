"use client";

import { Dialog } from "@base-ui/react/dialog";
import { type LucideIcon, Menu as MenuIcon, X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { buttonStyle } from "./button.tsx";
import { cn } from "./cn.ts";
import { scrimStyle } from "./dialog.tsx";
import { Logo } from "./logo.tsx";

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
        <Dialog.Root open={drawer} onOpenChange={(open) => setDrawer(open)}>
          <Dialog.Trigger aria-label="Open the navigation" className={buttonStyle({ variant: "quiet", size: "icon" })}>
            <MenuIcon aria-hidden />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className={scrimStyle} />
            <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-72 max-w-[85vw] flex-col gap-3 border-l bg-canvas pt-3 text-ink shadow-popup">
              <div className="flex items-center justify-between px-4">
                <Dialog.Title className="font-semibold">Navigation</Dialog.Title>
                <Dialog.Close aria-label="Close the navigation" className={buttonStyle({ variant: "quiet", size: "icon" })}>
                  <X aria-hidden />
                </Dialog.Close>
              </div>
              {side}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
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
