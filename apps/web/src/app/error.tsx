"use client";

import { ErrorMessage } from "../ui/error-message.tsx";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <ErrorMessage retry={reset} />;
}
