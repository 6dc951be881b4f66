import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Tone, toneStyle } from "./badge.tsx";
import { cn } from "./cn.ts";

const icons: Record<Tone, LucideIcon> = { good: CircleCheck, wait: TriangleAlert, bad: OctagonAlert, live: Info, quiet: Info };

interface NoticeProps {
  title: ReactNode;
  tone?: Tone;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A remark that stands apart from what is around it. */
export function Notice({ title, tone = "quiet", action, className, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={cn("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3", toneStyle[tone], className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-0.5 text-ink">{children}</div>}
      </div>
      {action}
    </div>
  );
}
