import type { ReactNode } from "react";
import { cn } from "./cn.ts";

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** Stands at the right of the title. */
  actions?: ReactNode;
  className?: string;
  /** Without inner space, for a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a page. */
export function Card({ title, description, actions, className, flush = false, children }: CardProps) {
  return (
    <section className={cn("rounded-lg border bg-surface shadow-card", className)}>
      {(title || actions) && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5">
          <div className="min-w-0">
            <h2 className="font-semibold text-base">{title}</h2>
            {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={cn(!flush && "p-4")}>{children}</div>
    </section>
  );
}
