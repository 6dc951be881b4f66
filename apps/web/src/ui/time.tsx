"use client";

import { cn } from "./cn.ts";
import { formatRelative, formatUtc } from "./lib/format-time.ts";
import { useNow } from "./now.tsx";
import { Tooltip } from "./tooltip.tsx";

/** A moment, relative to now and kept true; exact, in UTC and in the reader's zone, on hover and focus. @param at ISO 8601 */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const nowMs = useNow();
  const atMs = Date.parse(at);
  return (
    <Tooltip content={<ExactTime atMs={atMs} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus, so it must take the focus */}
      <time dateTime={at} tabIndex={0} className={cn("relative z-1 rounded-sm tabular-nums", !exact && "whitespace-nowrap")}>
        {exact ? formatUtc(atMs) : formatRelative(atMs, nowMs)}
        {!exact && <span className="sr-only"> ({formatUtc(atMs)})</span>}
      </time>
    </Tooltip>
  );
}

function ExactTime({ atMs }: { atMs: number }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <span className="grid gap-0.5 font-mono tabular-nums">
      <span>{formatUtc(atMs)}</span>
      <span>
        {new Date(atMs).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })} {timeZone}
      </span>
    </span>
  );
}
