"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { currentConfirmation, onConfirmationChange } from "../../api/index.ts";

/** Fetched when it is asked for: most visits never need it. */
const ConfirmDialog = dynamic(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog, { ssr: false });

/** Where people are asked to confirm who they are, when a call needs it; once, around all pages. */
export function ConfirmSelf() {
  const asked = useSyncExternalStore(onConfirmationChange, currentConfirmation, () => undefined);
  return asked ? <ConfirmDialog why={asked.why} onAnswer={asked.answer} /> : null;
}
