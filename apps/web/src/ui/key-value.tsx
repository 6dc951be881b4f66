import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** Facts of one thing: their names and values. */
export function KeyValue({ items, className }: { items: readonly (readonly [term: string, value: ReactNode])[]; className?: string }) {
  return (
    <dl className={cn("grid grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm", className)}>
      {items.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
