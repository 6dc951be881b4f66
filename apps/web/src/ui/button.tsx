import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export const buttonStyle = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-ink text-canvas enabled:hover:bg-ink/85",
        secondary: "border-edge/60 bg-surface text-ink enabled:hover:border-edge enabled:hover:bg-sunken",
        quiet: "border-transparent bg-transparent text-muted enabled:hover:bg-sunken enabled:hover:text-ink",
        danger: "border-transparent bg-bad-solid text-white enabled:hover:bg-bad-solid/90",
      },
      size: { small: "h-7 px-2.5 text-xs", medium: "h-9 px-3.5 text-sm", icon: "size-8 p-0" },
    },
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);

type ButtonVariants = VariantProps<typeof buttonStyle>;
export type ButtonProps = ComponentProps<"button"> & ButtonVariants & { busy?: boolean };

/** `busy`: its action is under way; it cannot be pressed again and keeps its name. */
export function Button({ variant, size, className, busy = false, disabled, type = "button", children, ...props }: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cn(buttonStyle({ variant, size }), className)}
      {...props}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}

/** A place to go that is as prominent as a button. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof Link> & ButtonVariants) {
  const hover = variant === "primary" ? "hover:bg-ink/85" : "hover:border-edge hover:bg-sunken";
  return <Link className={cn(buttonStyle({ variant, size }), hover, className)} {...props} />;
}
