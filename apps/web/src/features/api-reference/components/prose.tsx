import { Fragment, type ReactNode } from "react";

/** A sentence in which what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
    i % 2 === 1 ? <Code key={i}>{part}</Code> : <Fragment key={i}>{part}</Fragment>,
  );
}

export function Code({ children }: { children: ReactNode }) {
  return <code className="break-words rounded bg-sunken px-1 py-px font-mono text-[0.92em] text-ink">{children}</code>;
}
