import type { ReactNode } from "react";
import { Logo } from "../../../ui/logo.tsx";

export interface DocsLink {
  href: string;
  label: string;
  /** What lies below it. */
  inner?: readonly { href: string; label: string }[];
}

interface DocsShellProps {
  current: "/docs/api" | "/docs/errors";
  links: readonly DocsLink[];
  children: ReactNode;
}

const pages = [
  { href: "/docs/api", label: "API reference" },
  { href: "/docs/errors", label: "Problems" },
] as const;

/** What is around a page of documentation. All of it works without a script. */
export function DocsShell({ current, links, children }: DocsShellProps) {
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-x-6 border-b bg-canvas px-4 sm:px-6">
        <a href="/" className="flex items-center gap-2 font-semibold tracking-tight">
          <Logo className="size-5 text-accent" />
          Hooklane
        </a>
        <nav aria-label="Documentation">
          <ul className="flex gap-4">
            {pages.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={href === current ? "page" : undefined}
                  className={href === current ? "font-medium" : "text-muted hover:text-ink"}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a href="/v1/openapi.json" className="ml-auto hidden font-mono text-muted text-xs hover:text-ink sm:block">
          openapi.json
        </a>
      </header>
      <div className="mx-auto max-w-7xl px-4 sm:px-6 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <nav
          aria-label="On this page"
          className="sticky top-12 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto py-6 text-sm lg:block"
        >
          <Links links={links} />
        </nav>
        <details className="mt-4 rounded-md border bg-surface px-3 py-2 lg:hidden">
          <summary className="font-medium">On this page</summary>
          <nav aria-label="On this page, folded" className="mt-2">
            <Links links={links} />
          </nav>
        </details>
        <main id="content" tabIndex={-1} className="min-w-0 py-6 outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}

const Links = ({ links }: { links: readonly DocsLink[] }) => (
  <ul className="flex flex-col gap-3">
    {links.map(({ href, label, inner = [] }) => (
      <li key={href}>
        <a href={href} className="font-medium hover:underline hover:underline-offset-4">
          {label}
        </a>
        {inner.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1 border-l pl-3">
            {inner.map((link) => (
              <li key={link.href}>
                <a href={link.href} className="text-muted hover:text-ink">
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
);
