import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The link of a table row: the whole row can be clicked; other controls of the row stand above it with `relative z-1`. */
export function RowLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      data-row-link=""
      className={cn("font-medium text-ink after:absolute after:inset-0 hover:underline hover:underline-offset-4", className)}
      {...props}
    />
  );
}
