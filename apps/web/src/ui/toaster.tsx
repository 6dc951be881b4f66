"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";

export interface ToastText {
  type: "done" | "failed";
  title: string;
  description?: string;
}

/** Fetched for the first toast: most pages show none. */
const ToastViewport = dynamic(async () => (await import("./toast-viewport.tsx")).ToastViewport, { ssr: false });

let isWanted = false;
let waiting: ToastText[] = [];
let onMore: () => void = () => {};
const listeners = new Set<() => void>();

function show(text: ToastText): void {
  waiting.push(text);
  isWanted = true;
  for (const listener of listeners) listener();
  onMore();
}

function take(next: () => void): ToastText[] {
  onMore = next;
  const taken = waiting;
  waiting = [];
  return taken;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says, away from where it happened, what became of an action. */
export const toast = {
  done: (title: string) => show({ type: "done", title }),
  /** Stays until it is dismissed: it must be read. */
  failed: (title: string, description?: string) => show({ type: "failed", title, ...(description && { description }) }),
};

/** Where toasts appear; once, around all pages' content. */
export function Toaster() {
  const wanted = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  return wanted ? <ToastViewport take={take} /> : null;
}
