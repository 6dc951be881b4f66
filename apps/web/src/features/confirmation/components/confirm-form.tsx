"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type AccountView, confirmSelfSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, PasswordInput, showRefusal } from "../../auth/index.ts";

interface ConfirmFormProps {
  account: AccountView;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Password, and a code where the account has a second factor. */
export function ConfirmForm({ account, onConfirmed, onCancel }: ConfirmFormProps) {
  const api = useApi();
  const confirm = useMutation(api.sessions.confirm.mutationOptions());
  const form = useForm({ resolver: zodResolver(confirmSelfSchema), defaultValues: { current_password: "", code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await confirm.mutateAsync(values);
      onConfirmed();
    } catch (error) {
      showRefusal(form, error, ["current_password", "code"]);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert message={errors.root?.message} />
      {/* For password managers: whose password it is */}
      <input type="email" name="email" autoComplete="username" value={account.email} readOnly hidden />
      <Field label="Your password" hint={`Of ${account.email}.`} error={errors.current_password?.message}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus {...form.register("current_password")} />}
      </Field>
      {account.two_factor && (
        <Field
          label="Code"
          hint="The six digits that your authenticator app shows. Without it, one of your recovery codes."
          error={errors.code?.message}
        >
          {(control) => <Input {...control} autoComplete="one-time-code" spellCheck={false} {...form.register("code")} />}
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
