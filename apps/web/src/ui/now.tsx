"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const TICK_MS = 1_000;
const RenderedAt = createContext(0);

/** When the page was rendered, so that the browser's first pass says the same as the server's. @param renderedAtMs Unix time */
export function NowProvider({ renderedAtMs, children }: { renderedAtMs: number; children: ReactNode }) {
  return <RenderedAt value={renderedAtMs}>{children}</RenderedAt>;
}

let nowMs = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(() => {
      nowMs = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    nowMs = 0;
  };
}

/** The time, in Unix milliseconds, kept by one clock of the page. @param stepMs how often it moves on, in milliseconds; at least a second */
export function useNow(stepMs = TICK_MS): number {
  const renderedAtMs = useContext(RenderedAt);
  const inSteps = (ms: number) => (stepMs <= TICK_MS ? ms : Math.floor(ms / stepMs) * stepMs);
  return useSyncExternalStore(
    subscribe,
    () => inSteps(nowMs === 0 ? renderedAtMs : nowMs),
    () => inSteps(renderedAtMs),
  );
}
