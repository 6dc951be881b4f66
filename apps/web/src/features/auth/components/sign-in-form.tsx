"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { signIn } from "next-auth/react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { signInForm, signInRefusal } from "../lib/sign-in-form.ts";
import { AuthCard } from "./auth-card.tsx";
import { PasswordInput } from "./password-input.tsx";

/** @param next an address of this origin, see safeNext */
export function SignInForm({ next }: { next: string }) {
  const form = useForm({ resolver: zodResolver(signInForm), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, password }) => {
    const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      window.location.assign(next);
      return;
    }
    form.setError("root", {
      message: answer ? signInRefusal(answer.error ?? "") : "The service did not answer. Check the connection and try again.",
    });
  });
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Link href="/sign-up" className="text-accent underline underline-offset-4">
            Create a workspace
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
        <Field label="E-mail address" error={errors.email?.message}>
          {(control) => <Input {...control} type="email" autoComplete="username" autoFocus {...form.register("email")} />}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register("password")} />}
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Sign in
        </Button>
      </form>
    </AuthCard>
  );
}
