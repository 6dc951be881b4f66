"use client";

import "./globals.css";
import { ErrorMessage } from "../ui/error-message.tsx";

/** When the layout itself fails. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">
        <ErrorMessage retry={retry} />
      </body>
    </html>
  );
}
