import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { controlStyle } from "./control-style.ts";

/** One of a few choices: the platform's own list, which every keyboard, phone and screen reader knows. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative inline-block w-full", className)}>
      <select className={cn(controlStyle, "h-9 appearance-none pr-8")} {...props}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted" />
    </span>
  );
}
