"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { joinSchema, MIN_PASSWORD_CHARACTERS } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useApi } from "../../api/index.ts";
import { showRefusal } from "../lib/show-refusal.ts";
import { signInRefusal } from "../lib/sign-in-form.ts";
import { FormAlert } from "./form-alert.tsx";
import { PasswordInput } from "./password-input.tsx";

/** Makes an account for an invited person who has none, and signs them in. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const api = useApi();
  const join = useMutation(api.invitations.join.mutationOptions());
  const form = useForm({ resolver: zodResolver(joinSchema), defaultValues: { token, name: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { tenantId } = await join.mutateAsync(values);
      const answer = await signIn("credentials", { email, password: values.password, redirect: false }).catch(() => undefined);
      if (answer?.ok && !answer.error) window.location.assign(`/${tenantId}`);
      else form.setError("root", { message: signInRefusal(answer?.error ?? "") });
    } catch (error) {
      showRefusal(form, error, ["name", "password"]);
    }
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
      <FormAlert message={errors.root?.message} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Your name" hint="As the other members see it." error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="name" autoFocus {...form.register("name")} />}
      </Field>
      <Field label="Password" hint={`At least ${MIN_PASSWORD_CHARACTERS} characters.`} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register("password")} />}
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Create account and join
      </Button>
    </form>
  );
}
