"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { enableTotpSchema, type TotpSetup } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { FormAlert, PasswordInput, showRefusal } from "../../auth/index.ts";
import { QrCode } from "./qr-code.tsx";

/** Turns two-factor on: show the secret, take a code that proves the app has it. */
export function TwoFactorSetup({ onEnabled }: { onEnabled: (codes: readonly string[]) => void }) {
  const api = useApi();
  const begin = useMutation(api.twoFactor.begin.mutationOptions());
  if (begin.data) return <SetupForm setup={begin.data} onEnabled={onEnabled} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <FormAlert message={begin.error ? readProblem(begin.error).detail : undefined} />
      <Button busy={begin.isPending} onClick={() => begin.mutate()}>
        Set up two-factor
      </Button>
    </div>
  );
}

function SetupForm({ setup, onEnabled }: { setup: TotpSetup; onEnabled: (codes: readonly string[]) => void }) {
  const api = useApi();
  const cache = useQueryClient();
  const enable = useMutation(api.twoFactor.enable.mutationOptions());
  const form = useForm({ resolver: zodResolver(enableTotpSchema), defaultValues: { code: "", current_password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      onEnabled((await enable.mutateAsync(values)).recovery_codes);
      await cache.invalidateQueries(api.account.pathFilter());
      await cache.invalidateQueries(api.sessions.pathFilter());
    } catch (error) {
      showRefusal(form, error, ["code", "current_password"]);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert message={errors.root?.message} />
      <p>Scan the picture with an authenticator app, or type the key into it. Then enter the code that it shows.</p>
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={setup.uri} label="Key for the authenticator app, as a QR code" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="mb-1.5 font-medium text-sm">Key, for typing</p>
          <CodeBlock code={setup.secret} what="key for the authenticator app" wrap />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Code of the app" error={errors.code?.message}>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="one-time-code" {...form.register("code")} />}
        </Field>
        <Field label="Your password" error={errors.current_password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.register("current_password")} />}
        </Field>
      </div>
      <div>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Turn two-factor on
        </Button>
      </div>
    </form>
  );
}
