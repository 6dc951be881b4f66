import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** A page that has one thing to say. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-3 px-6 py-16">
      <Logo className="mb-4 size-8 text-accent" />
      <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
      <div className="text-lg text-muted">{children}</div>
    </main>
  );
}
