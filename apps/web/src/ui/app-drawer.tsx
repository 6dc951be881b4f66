"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "./button.tsx";
import { scrimStyle } from "./dialog.tsx";

interface AppDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The navigation on a phone: over the page, from its side. */
export function AppDrawer({ open, onOpenChange, children }: AppDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimStyle} />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-72 max-w-[85vw] flex-col gap-3 border-l bg-canvas pt-3 text-ink shadow-popup">
          <div className="flex items-center justify-between px-4">
            <Dialog.Title className="font-semibold">Navigation</Dialog.Title>
            <Dialog.Close aria-label="Close the navigation" className={buttonStyle({ variant: "quiet", size: "icon" })}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
