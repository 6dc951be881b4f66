"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { passwordGateSchema } from "@hooklane/contracts";
import { type ReactElement, type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormAlert, PasswordInput, showRefusal } from "../../auth/index.ts";

interface PasswordGateProps {
  title: string;
  description: ReactNode;
  /** Name of the action on the button that does it. */
  action: string;
  tone?: "danger" | "primary";
  trigger: ReactElement;
  /** Does what was asked for; a rejection is shown. */
  onProved: (password: string) => Promise<unknown>;
}

/** Asks for the password before a change of how an account signs in. */
export function PasswordGate({ title, description, action, tone = "primary", trigger, onProved }: PasswordGateProps) {
  const [open, setOpen] = useState(false);
  const form = useForm({ resolver: zodResolver(passwordGateSchema), defaultValues: { current_password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current_password }) => {
    try {
      await onProved(current_password);
      setOpen(false);
    } catch (error) {
      showRefusal(form, error, ["current_password"]);
    }
  });
  return (
    <Dialog
      title={title}
      description={description}
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message} />
        <Field label="Your password" error={errors.current_password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus {...form.register("current_password")} />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant={tone} busy={isSubmitting}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
