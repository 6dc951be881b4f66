"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { SignInOptions } from "@hooklane/contracts";
import Link from "next/link";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { asksForCode, signInForm, signInRefusal } from "../lib/sign-in-form.ts";
import { AuthCard } from "./auth-card.tsx";
import { FormAlert } from "./form-alert.tsx";
import { linkStyle } from "./link-style.ts";
import { PasswordInput } from "./password-input.tsx";
import { ServiceButtons } from "./service-buttons.tsx";

interface SignInFormProps {
  /** An address of this origin, see safeNext. */
  next: string;
  /** What the last try, through another service, answered. */
  error?: string | undefined;
  options: SignInOptions;
}

export function SignInForm({ next, error, options }: SignInFormProps) {
  const form = useForm({ resolver: zodResolver(signInForm), defaultValues: { email: "", password: "", code: "" } });
  const [needsCode, setNeedsCode] = useState(false);
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const answer = await signIn("credentials", { ...values, redirect: false }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      // What stands behind a `#` here belongs to where the way leads; it never was in a query
      window.location.assign(next.includes("#") ? next : next + window.location.hash);
      return;
    }
    const code = answer?.error ?? "";
    if (asksForCode(code) && !needsCode) return setNeedsCode(true);
    form.setError(asksForCode(code) ? "code" : "root", {
      message: answer ? signInRefusal(code) : "The service did not answer. Check the connection and try again.",
    });
  });
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Link href="/sign-up" className={linkStyle}>
            Create a workspace
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate method="post" className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message ?? (error && !isSubmitted ? signInRefusal(error) : undefined)} />
        <Field label="E-mail address" error={errors.email?.message}>
          {(control) => <Input {...control} type="email" autoComplete="username" autoFocus {...form.register("email")} />}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register("password")} />}
        </Field>
        {needsCode && (
          <Field
            label="Code"
            hint="The six digits that your authenticator app shows. Without it, one of your recovery codes."
            error={errors.code?.message}
          >
            {(control) => (
              <Input {...control} inputMode="text" autoComplete="one-time-code" spellCheck={false} autoFocus {...form.register("code")} />
            )}
          </Field>
        )}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Sign in
        </Button>
        <Link href="/forgot-password" className={`self-start text-sm ${linkStyle}`}>
          Forgot your password?
        </Link>
      </form>
      <ServiceButtons services={options.services} next={next} />
    </AuthCard>
  );
}
