import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  /** Where this page lies, outermost first. */
  trail?: readonly { href: string; label: string }[];
  description?: ReactNode;
  actions?: ReactNode;
}

/** The first line of a page: what it shows, where it lies, what can be done. */
export function PageHeader({ title, trail = [], description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {trail.length > 0 && (
          <nav aria-label="Breadcrumb" className="mb-1">
            <ol className="flex items-center gap-1 text-muted text-sm">
              {trail.map((step) => (
                <li key={step.href} className="flex items-center gap-1">
                  <Link href={step.href} className="hover:text-ink hover:underline hover:underline-offset-4">
                    {step.label}
                  </Link>
                  <ChevronRight aria-hidden className="size-3.5" />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
        {description && <div className="mt-1 max-w-prose text-muted wrap-anywhere">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
