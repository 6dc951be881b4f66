"use client";

import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

/** A button that shows an icon only; its label is read aloud and shown on hover and focus. */
export function IconButton({ icon: Icon, label, ...props }: Omit<ButtonProps, "children"> & { icon: LucideIcon; label: string }) {
  return (
    <Tooltip content={label}>
      <Button variant="quiet" size="icon" aria-label={label} {...props}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
