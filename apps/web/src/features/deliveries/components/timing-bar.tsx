import type { AttemptView } from "@hooklane/contracts";
import { cn } from "../../../ui/cn.ts";
import { formatDuration } from "../../../ui/lib/format-time.ts";
import { attemptPhases, type Phase } from "../lib/attempt-phases.ts";

const WIDTH = 1_000;

const meaning: Record<Phase["name"], string> = {
  Name: "looking up the name",
  Connect: "connecting",
  TLS: "TLS handshake",
  Wait: "waiting for the answer",
  Read: "reading the answer",
};

const fill: Record<Phase["name"], string> = {
  Name: "fill-bar-name text-bar-name",
  Connect: "fill-bar-connect text-bar-connect",
  TLS: "fill-bar-tls text-bar-tls",
  Wait: "fill-bar-wait text-bar-wait",
  Read: "fill-bar-read text-bar-read",
};

/** What an attempt's time was spent on; the list below the bar says the same in words. */
export function TimingBar({ attempt }: { attempt: AttemptView }) {
  const phases = attemptPhases(attempt);
  if (phases.length === 0) return <p className="text-muted text-sm">It took less than a millisecond.</p>;
  return (
    <div>
      <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true" className="h-2.5 w-full rounded">
        {phases.map(({ name, startMs, spanMs }) => (
          <rect
            key={name}
            x={(startMs / attempt.duration_ms) * WIDTH}
            width={Math.max(2, (spanMs / attempt.duration_ms) * WIDTH)}
            height="10"
            className={fill[name]}
          />
        ))}
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {phases.map(({ name, spanMs }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={cn("size-2 rounded-sm bg-current", fill[name])} />
            <span className="text-muted">{meaning[name]}</span>
            <span className="tabular-nums">{formatDuration(spanMs)}</span>
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span className="text-muted">total</span>
          <span className="font-medium tabular-nums">{formatDuration(attempt.duration_ms)}</span>
        </li>
      </ul>
    </div>
  );
}
