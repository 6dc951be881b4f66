"use client";

import { ErrorMessage } from "../ui/error-message.tsx";

export default function ErrorPage({ retry }: { error: unknown; retry: () => void }) {
  return <ErrorMessage retry={retry} />;
}
