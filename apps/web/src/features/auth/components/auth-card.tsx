import type { ReactNode } from "react";
import { Logo } from "../../../ui/logo.tsx";

/** What surrounds the forms that lead into the product. */
export function AuthCard({ title, children, footer }: { title: string; children: ReactNode; footer: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-5 py-12">
      <p className="flex items-center gap-2 font-semibold tracking-tight">
        <Logo className="size-6 text-accent" /> Hooklane
      </p>
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">{title}</h1>
      <div className="mt-6">{children}</div>
      <p className="mt-6 text-muted">{footer}</p>
    </main>
  );
}
