"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { MIN_PASSWORD_CHARACTERS, signUpSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { signIn } from "next-auth/react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";

import { AuthCard } from "./auth-card.tsx";
import { PasswordInput } from "./password-input.tsx";

const fields = ["name", "email", "password"] as const;

/** Makes a workspace and its owner, and signs the owner in. */
export function SignUpForm() {
  const api = useApi();
  const signUp = useMutation(api.auth.signUp.mutationOptions());
  const form = useForm({ resolver: zodResolver(signUpSchema), defaultValues: { name: "", email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await signUp.mutateAsync(values);
    } catch (error) {
      const { detail, fieldErrors } = readProblem(error);
      const named = fields.filter((field) => fieldErrors[field] !== undefined);
      for (const field of named) form.setError(field, { message: fieldErrors[field] ?? "" }, { shouldFocus: true });
      if (named.length === 0) form.setError("root", { message: detail });
      return;
    }
    const answer = await signIn("credentials", { email: values.email, password: values.password, redirect: false }).catch(() => undefined);
    if (answer?.ok && !answer.error) window.location.assign("/");
    else form.setError("root", { message: "This address may have an account already: sign in with its password." });
  });
  return (
    <AuthCard
      title="Create a workspace"
      footer={
        <>
          Have an account?{" "}
          <Link href="/sign-in" className="text-accent underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
        {errors.root && (
          <div role="alert">
            <Notice tone="bad" title={errors.root.message} />
          </div>
        )}
        <Field label="Workspace name" hint="Your company or project." error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="organization" autoFocus {...form.register("name")} />}
        </Field>
        <Field label="E-mail address" error={errors.email?.message}>
          {(control) => <Input {...control} type="email" autoComplete="username" {...form.register("email")} />}
        </Field>
        <Field label="Password" hint={`At least ${MIN_PASSWORD_CHARACTERS} characters.`} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register("password")} />}
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Create workspace
        </Button>
      </form>
    </AuthCard>
  );
}
