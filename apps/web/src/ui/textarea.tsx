import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { controlStyle } from "./control-style.ts";

/** Several lines of text. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={cn(controlStyle, "min-h-9 py-2", className)} {...props} />;
}
