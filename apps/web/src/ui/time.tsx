"use client";

import { useZone } from "./clock.tsx";
import { cn } from "./cn.ts";
import { formatExact, formatRelative, formatUtc } from "./lib/format-time.ts";
import { useNow } from "./now.tsx";
import { Tooltip } from "./tooltip.tsx";

/** A moment, relative to now and kept true; exact, in UTC and in the reader's zone, on hover and focus. @param at ISO 8601 */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const nowMs = useNow();
  const zone = useZone();
  const atMs = Date.parse(at);
  return (
    <Tooltip content={<ExactTime atMs={atMs} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus, so it must take the focus */}
      <time dateTime={at} tabIndex={0} className={cn("relative z-1 rounded-sm tabular-nums", !exact && "whitespace-nowrap")}>
        {exact ? formatExact(atMs, zone) : formatRelative(atMs, nowMs)}
        {!exact && <span className="sr-only"> ({formatExact(atMs, zone)})</span>}
      </time>
    </Tooltip>
  );
}

/** The moment in the zone that the reader chose first. */
function ExactTime({ atMs }: { atMs: number }) {
  const isUtcFirst = useZone() === "UTC";
  const texts = [formatExact(atMs, undefined), formatUtc(atMs)];
  return (
    <span className="grid gap-0.5 font-mono tabular-nums">
      {(isUtcFirst ? texts.toReversed() : texts).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}
