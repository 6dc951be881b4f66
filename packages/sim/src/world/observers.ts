import type { Observer } from "./observer.ts";

const words = [
  "accepted",
  "decided",
  "unused",
  "began",
  "ended",
  "freed",
  "settled",
  "final",
  "changed",
  "adopted",
  "tookOver",
  "crashed",
] as const;

/** One observer that tells all of them, in order. */
export function observers(list: readonly Observer[]): Required<Observer> {
  return Object.fromEntries(words.map((word) => [word, telling(list, word)])) as unknown as Required<Observer>;
}

function telling(list: readonly Observer[], word: keyof Observer): (...args: unknown[]) => void {
  const listeners = list
    .filter((observer) => observer[word])
    .map((observer) => (observer[word] as (...args: unknown[]) => void).bind(observer));
  if (listeners.length === 1) return listeners[0] as (...args: unknown[]) => void;
  return (...args) => {
    for (const listener of listeners) listener(...args);
  };
}
