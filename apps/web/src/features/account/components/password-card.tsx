"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type AccountView, changePasswordSchema, MIN_PASSWORD_CHARACTERS } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, PasswordInput, showRefusal } from "../../auth/index.ts";

export function PasswordCard({ account }: { account: AccountView }) {
  if (!account.has_password) {
    return (
      <Card title="Password" description={`You sign in with ${account.sign_in_services.join(", ")}, and have no password yet.`}>
        <ButtonLink href="/forgot-password">Choose one by mail</ButtonLink>
      </Card>
    );
  }
  return (
    <Card title="Password" description="Changing it ends every other session of your account.">
      <PasswordForm />
    </Card>
  );
}

function PasswordForm() {
  const api = useApi();
  const cache = useQueryClient();
  const change = useMutation(api.account.changePassword.mutationOptions());
  const form = useForm({ resolver: zodResolver(changePasswordSchema), defaultValues: { current_password: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      form.reset();
      await cache.invalidateQueries(api.sessions.pathFilter());
      toast.done("The password is changed. Every other session has ended.");
    } catch (error) {
      showRefusal(form, error, ["current_password", "password"]);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert message={errors.root?.message} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Present password" error={errors.current_password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register("current_password")} />}
        </Field>
        <Field label="New password" hint={`At least ${MIN_PASSWORD_CHARACTERS} characters.`} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register("password")} />}
        </Field>
      </div>
      <div>
        <Button type="submit" busy={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
