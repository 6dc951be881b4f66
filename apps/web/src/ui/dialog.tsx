"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { buttonStyle } from "./button.tsx";
import { cn } from "./cn.ts";

export const scrimStyle =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
export const popupStyle =
  "flex max-h-[calc(100dvh-2rem)] w-full max-w-lg flex-col overflow-y-auto rounded-xl border bg-surface text-ink shadow-popup transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
export const viewportStyle = "fixed inset-0 z-40 flex items-center justify-center p-4";

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** What opens it. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A question or a form over the page: takes the focus, closes on Escape, and gives the focus back. */
export function Dialog({ title, description, trigger, open, onOpenChange, children }: DialogProps) {
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange: (next) => onOpenChange(next) })}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={scrimStyle} />
        <Base.Viewport className={viewportStyle}>
          <Base.Popup className={popupStyle}>
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <Base.Title className="font-semibold text-lg">{title}</Base.Title>
              <Base.Close aria-label="Close" className={cn(buttonStyle({ variant: "quiet", size: "icon" }), "-mt-1 -mr-2")}>
                <X aria-hidden />
              </Base.Close>
            </div>
            {description && <Base.Description className="px-5 pt-1 text-muted">{description}</Base.Description>}
            <div className="p-5">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
