"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type AccountView, changeEmailSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useForm } from "react-hook-form";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, PasswordInput, showRefusal } from "../../auth/index.ts";

export function EmailCard({ account }: { account: AccountView }) {
  const api = useApi();
  const change = useMutation(api.account.changeEmail.mutationOptions());
  const form = useForm({ resolver: zodResolver(changeEmailSchema), defaultValues: { email: "", current_password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      form.reset();
    } catch (error) {
      showRefusal(form, error, ["email", "current_password"]);
    }
  });
  const state = account.verified ? (
    <Status tone="good" icon={CircleCheck}>
      Confirmed
    </Status>
  ) : (
    <Status tone="wait" icon={TriangleAlert}>
      Not confirmed
    </Status>
  );
  return (
    <Card title="E-mail address" description={<span className="break-all">{account.email}</span>} actions={state}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message} />
        {change.data && (
          <div role="status">
            <Notice tone="good" title={`Look into the mail of ${change.data.email}`}>
              The address changes when you open the link there. Until then you sign in with the present one.
            </Notice>
          </div>
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="New address" error={errors.email?.message}>
            {(control) => <Input {...control} type="email" autoComplete="email" {...form.register("email")} />}
          </Field>
          <Field label="Your password" error={errors.current_password?.message}>
            {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register("current_password")} />}
          </Field>
        </div>
        <div>
          <Button type="submit" busy={isSubmitting}>
            Change address
          </Button>
        </div>
      </form>
    </Card>
  );
}
