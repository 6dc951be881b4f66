import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

/** What a control must carry so that its label, hint and error belong to it. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, a hint, and what is wrong with its value; the error is announced when it appears. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined })}
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      )}
    </div>
  );
}

/** What is wrong, in words and with a sign; empty while nothing is. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className="empty:-mt-1.5">
      {error && (
        <p className="flex items-start gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="inline-block first-letter:uppercase">{error}</span>
        </p>
      )}
    </div>
  );
}
