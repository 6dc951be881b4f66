import type { ReactNode } from "react";

/** A remark that stands apart from the text around it. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className="rounded-lg border border-slate-200 bg-slate-50 p-5 dark:border-slate-800 dark:bg-slate-900">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-slate-600 dark:text-slate-300">{children}</p>
    </aside>
  );
}
