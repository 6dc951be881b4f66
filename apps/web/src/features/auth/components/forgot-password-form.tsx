"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { requestResetSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useApi } from "../../api/index.ts";
import { showRefusal } from "../lib/show-refusal.ts";
import { AuthCard } from "./auth-card.tsx";
import { FormAlert } from "./form-alert.tsx";
import { linkStyle } from "./link-style.ts";
import { OutboxHint } from "./outbox-hint.tsx";

/** Asks for a link by which a new password is chosen. */
export function ForgotPasswordForm({ sendsMail }: { sendsMail: boolean }) {
  const api = useApi();
  const ask = useMutation(api.auth.requestReset.mutationOptions());
  const form = useForm({ resolver: zodResolver(requestResetSchema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((values) => ask.mutateAsync(values).catch((error) => showRefusal(form, error, ["email"])));
  return (
    <AuthCard
      title="Forgot your password?"
      footer={
        <Link href="/sign-in" className={linkStyle}>
          Back to signing in
        </Link>
      }
    >
      {ask.data ? (
        <div role="status" className="flex flex-col gap-3">
          <Notice tone="good" title="Look into your mail">
            If {ask.data.email} has an account, a link for choosing a new password is on its way. It works for an hour.
          </Notice>
          <OutboxHint sendsMail={sendsMail} />
        </div>
      ) : (
        <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          <Field label="E-mail address" hint="You get a link there by which you choose a new one." error={errors.email?.message}>
            {(control) => <Input {...control} type="email" autoComplete="username" autoFocus {...form.register("email")} />}
          </Field>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Send the link
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
