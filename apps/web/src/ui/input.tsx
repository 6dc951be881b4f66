import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { controlStyle } from "./control-style.ts";

/** One line of text. */
export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlStyle, "h-9", className)} {...props} />;
}
