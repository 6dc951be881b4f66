import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/** On or off, at once. */
export function Switch({
  label,
  checked,
  className,
  ...props
}: Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode; checked: boolean }) {
  return (
    <label className={cn("inline-flex items-center gap-2 text-sm", className)}>
      <span className="relative inline-flex h-5 w-9 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          className="peer h-5 w-9 appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:opacity-50"
          {...props}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-edge transition-transform peer-checked:translate-x-4 peer-checked:bg-surface"
        />
      </span>
      {label}
    </label>
  );
}
