"use client";

import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
};

/** The token of a link from a mail: it stands behind the `#`, which browsers send to nobody. Null: there is none; undefined: not known yet. */
export function useLinkToken(): string | null | undefined {
  const hash = useSyncExternalStore<string | undefined>(
    subscribe,
    () => window.location.hash,
    () => undefined,
  );
  if (hash === undefined) return undefined;
  return /^#[\w-]{20,100}$/.test(hash) ? hash.slice(1) : null;
}
