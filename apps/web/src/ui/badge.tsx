import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export type Tone = "good" | "wait" | "bad" | "live" | "quiet";

export const toneStyle: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  wait: "bg-wait-soft text-wait",
  bad: "bg-bad-soft text-bad",
  live: "bg-live-soft text-live",
  quiet: "bg-sunken text-muted",
};

export const toneText: Record<Tone, string> = {
  good: "text-good",
  wait: "text-wait",
  bad: "text-bad",
  live: "text-live",
  quiet: "text-muted",
};

/** A word about a thing. */
export function Badge({ tone = "quiet", className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center align-middle gap-1 whitespace-nowrap rounded px-1.5 font-medium text-xs",
        toneStyle[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A state: its word, its sign and its colour, so that none of them alone carries it. */
export function Status({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: ReactNode }) {
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3.5" />
      {children}
    </Badge>
  );
}
