"use client";

import { Toast } from "@base-ui/react/toast";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { buttonStyle } from "./button.tsx";

const manager = Toast.createToastManager();

/** Says, away from where it happened, what became of an action. */
export const toast = {
  done: (title: string) => void manager.add({ title, type: "done", timeout: 4_000 }),
  /** Stays until it is dismissed: it must be read. */
  failed: (title: string, description?: string) =>
    void manager.add({ title, ...(description && { description }), type: "failed", timeout: 0, priority: "high" }),
};

/** Where toasts appear; once, around all pages' content. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 in-data-visit:bottom-28 z-60 flex w-[calc(100vw-2rem)] flex-col gap-2 sm:w-88">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="rounded-lg border bg-surface text-ink shadow-popup transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5 p-3">
        {item.type === "failed" ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium text-sm" />
          <Toast.Description className="break-words text-muted text-sm" />
        </div>
        <Toast.Close aria-label="Dismiss" className={buttonStyle({ variant: "quiet", size: "icon", className: "-my-1.5 -mr-1.5" })}>
          <X aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
