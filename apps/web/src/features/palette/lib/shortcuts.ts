import { type Destination, destinations } from "./destinations.ts";

/** What a pressed key asks for. */
export type Wish = { kind: "palette" } | { kind: "sheet" } | { kind: "go"; to: Destination };

/** A `g` that waits for its letter: until when, in ms of a clock that never goes back. */
export type Begun = { untilMs: number } | undefined;

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether it goes into a text. */
  isTyping: boolean;
}

const LETTER_WITHIN_MS = 1_200;

/** Reads one key press. @param singleKeys whether keys without a modifier mean anything @returns what it asks for, and what is begun by it */
export function readPress(press: Press, begun: Begun, nowMs: number, singleKeys: boolean): { wish?: Wish; begun: Begun } {
  const key = press.key.toLowerCase();
  if (key === "k" && (press.ctrlKey || press.metaKey) && !press.altKey) return { wish: { kind: "palette" }, begun: undefined };
  if (!singleKeys || press.isTyping || press.ctrlKey || press.metaKey || press.altKey) return { begun: undefined };
  if (begun && nowMs <= begun.untilMs) {
    const to = destinations.find(({ letter }) => letter === key);
    return to ? { wish: { kind: "go", to }, begun: undefined } : { begun: undefined };
  }
  if (key === "?") return { wish: { kind: "sheet" }, begun: undefined };
  return { begun: key === "g" ? { untilMs: nowMs + LETTER_WITHIN_MS } : undefined };
}
