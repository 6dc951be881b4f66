"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { popupStyle, scrimStyle, viewportStyle } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

interface AlertDialogProps {
  title: string;
  description: ReactNode;
  trigger: ReactElement;
  /** Name of the action on the button that does it. */
  action: string;
  tone?: "danger" | "primary";
  /** What must be typed before the action can be taken. */
  typed?: string;
  /** Resolves when done; a rejection keeps the question open. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before what cannot be undone. */
export function AlertDialog({ title, description, trigger, action, tone = "danger", typed, onConfirm }: AlertDialogProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onConfirm();
      setOpen(false);
    } catch {
      // whoever asked shows why; the question stays
    } finally {
      setBusy(false);
    }
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setText("");
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={scrimStyle} />
        <Base.Viewport className={viewportStyle}>
          <Base.Popup className={popupStyle}>
            <form onSubmit={submit} className="flex flex-col gap-4 p-5">
              <div>
                <Base.Title className="font-semibold text-lg">{title}</Base.Title>
                <Base.Description render={<div />} className="mt-1 text-muted">
                  {description}
                </Base.Description>
              </div>
              {typed !== undefined && (
                <Field
                  label={
                    <>
                      Type <code className="break-all rounded bg-sunken px-1 font-mono text-xs">{typed}</code> to go on
                    </>
                  }
                >
                  {(control) => (
                    <Input
                      {...control}
                      className="font-mono"
                      autoComplete="off"
                      spellCheck={false}
                      value={text}
                      onChange={(event) => setText(event.target.value)}
                    />
                  )}
                </Field>
              )}
              <div className="flex justify-end gap-2">
                <Base.Close render={<Button>Cancel</Button>} />
                <Button type="submit" variant={tone} busy={busy} disabled={typed !== undefined && text !== typed}>
                  {action}
                </Button>
              </div>
            </form>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
