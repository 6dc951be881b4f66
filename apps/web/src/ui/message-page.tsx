import type { ReactNode } from "react";

/** A page that has one thing to say. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-4 px-6">
      <h1 className="text-balance font-semibold text-3xl tracking-tight">{title}</h1>
      <div className="text-slate-600 dark:text-slate-300">{children}</div>
    </main>
  );
}
