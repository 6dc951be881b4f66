"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { MIN_PASSWORD_CHARACTERS, type SignInOptions, signUpSchema } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { signIn } from "next-auth/react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useApi } from "../../api/index.ts";
import { showRefusal } from "../lib/show-refusal.ts";
import { signInRefusal } from "../lib/sign-in-form.ts";
import { AuthCard } from "./auth-card.tsx";
import { FormAlert } from "./form-alert.tsx";
import { linkStyle } from "./link-style.ts";
import { PasswordInput } from "./password-input.tsx";
import { ServiceButtons } from "./service-buttons.tsx";

/** Makes a workspace and its owner, and signs the owner in. The address is confirmed by a mail, meanwhile they look around. */
export function SignUpForm({ options }: { options: SignInOptions }) {
  const api = useApi();
  const signUp = useMutation(api.auth.signUp.mutationOptions());
  const form = useForm({ resolver: zodResolver(signUpSchema), defaultValues: { name: "", email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await signUp.mutateAsync(values);
    } catch (error) {
      showRefusal(form, error, ["name", "email", "password"]);
      return;
    }
    const answer = await signIn("credentials", { email: values.email, password: values.password, redirect: false }).catch(() => undefined);
    if (answer?.ok && !answer.error) window.location.assign("/");
    else form.setError("root", { message: signInRefusal(answer?.error ?? "") });
  });
  return (
    <AuthCard
      title="Create a workspace"
      footer={
        <>
          Have an account?{" "}
          <Link href="/sign-in" className={linkStyle}>
            Sign in
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message} />
        <Field label="Workspace name" hint="Your company or project." error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="organization" autoFocus {...form.register("name")} />}
        </Field>
        <Field label="E-mail address" hint="You get a link there that confirms it." error={errors.email?.message}>
          {(control) => <Input {...control} type="email" autoComplete="username" {...form.register("email")} />}
        </Field>
        <Field label="Password" hint={`At least ${MIN_PASSWORD_CHARACTERS} characters.`} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register("password")} />}
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Create workspace
        </Button>
      </form>
      <ServiceButtons services={options.services} next="/" />
    </AuthCard>
  );
}
