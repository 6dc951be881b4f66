"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "./cn.ts";

/** Pages of one thing. Each has an address of its own, so these are links. */
export function NavTabs({ label, tabs }: { label: string; tabs: readonly { href: string; label: string }[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto border-b px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-5">
        {tabs.map((tab) => {
          const current = pathname === tab.href;
          return (
            <li key={tab.href}>
              <Link
                href={tab.href}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "-mb-px inline-flex h-10 items-center whitespace-nowrap border-b-2 text-base outline-offset-[-2px]",
                  current ? "border-accent font-medium text-ink" : "border-transparent text-muted hover:border-edge hover:text-ink",
                )}
              >
                {tab.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
