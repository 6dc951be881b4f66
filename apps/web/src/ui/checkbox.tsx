import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** A choice with its label, and a line that says what it means. */
export function Checkbox({ label, hint, ...props }: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5">
      <span className="relative mt-0.5 inline-flex size-4 shrink-0">
        <input
          type="checkbox"
          className="peer size-4 appearance-none rounded border border-edge bg-surface checked:border-accent checked:bg-accent disabled:opacity-50"
          {...props}
        />
        <Check aria-hidden className="pointer-events-none absolute inset-0 hidden size-4 stroke-3 p-0.5 text-surface peer-checked:block" />
      </span>
      <span>
        <span className="block text-base">{label}</span>
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
    </label>
  );
}
