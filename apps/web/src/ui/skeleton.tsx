import { cn } from "./cn.ts";

/** Where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse rounded bg-sunken", className)} />;
}
