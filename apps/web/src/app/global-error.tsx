"use client";

import "./globals.css";
import { ErrorMessage } from "../ui/error-message.tsx";

/** When the layout itself fails. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh bg-white font-sans text-slate-900 antialiased dark:bg-slate-950 dark:text-slate-100">
        <ErrorMessage retry={reset} />
      </body>
    </html>
  );
}
