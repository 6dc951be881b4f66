"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { MIN_PASSWORD_CHARACTERS, resetPasswordSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useApi } from "../../api/index.ts";
import { useLinkToken } from "../hooks/use-link-token.ts";
import { showRefusal } from "../lib/show-refusal.ts";
import { AuthCard } from "./auth-card.tsx";
import { DeadLink } from "./dead-link.tsx";
import { FormAlert } from "./form-alert.tsx";
import { linkStyle } from "./link-style.ts";
import { PasswordInput } from "./password-input.tsx";

const newPassword = resetPasswordSchema.pick({ password: true });

/** Chooses a new password, by a link from a mail. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const api = useApi();
  const reset = useMutation(api.auth.resetPassword.mutationOptions());
  const form = useForm({ resolver: zodResolver(newPassword), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(({ password }) =>
    reset.mutateAsync({ token: token ?? "", password }).catch((error) => showRefusal(form, error, ["password"])),
  );
  return (
    <AuthCard
      title="Choose a new password"
      footer={
        <Link href="/forgot-password" className={linkStyle}>
          Ask for another link
        </Link>
      }
    >
      {reset.data ? (
        <div role="status" className="flex flex-col gap-4">
          <Notice tone="good" title="The password is changed">
            Every session of the account has ended. Sign in as {reset.data.email} with the new password.
          </Notice>
          <ButtonLink href="/sign-in" variant="primary">
            Sign in
          </ButtonLink>
        </div>
      ) : token === null ? (
        <DeadLink />
      ) : (
        <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          <Field label="New password" hint={`At least ${MIN_PASSWORD_CHARACTERS} characters.`} error={errors.password?.message}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" autoFocus {...form.register("password")} />}
          </Field>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Change the password
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
